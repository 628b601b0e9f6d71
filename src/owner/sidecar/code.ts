import { MODULE_RULE } from '../../catalog/sidecar/module-names.ts';

/** What the generated code is made for. Paths are absolute, and no part of the manifest. */
export interface CodeInput {
  readonly manifestId: string;
  /** Something is withheld or disabled: then nothing else below a root may be imported. */
  readonly closed: boolean;
  readonly entries: readonly { readonly module: string; readonly path: string; readonly sha256: string }[];
  /** Package names of the collections that have an entry. */
  readonly packages: readonly string[];
  /** Ids of the roots, as nobody may write them before a collection. */
  readonly catalogs: readonly string[];
  /** Absolute folders of the roots; needed where it is closed. */
  readonly roots: readonly string[];
}

/** Takes away what an earlier run of such code put there. */
const FORGET = `
    for old in [f for f in sys.meta_path if getattr(f, "_skillfiche", False)]:
        sys.meta_path.remove(old)
`;

const FINDER = `
    import hashlib, importlib.util, json, os
    from importlib.machinery import ModuleSpec

    data = json.loads(DATA)
    entries, packages, catalogs = data["entries"], set(data["packages"]), set(data["catalogs"])
    real = lambda path: os.path.normcase(os.path.realpath(path))
    roots = [real(root) for root in data["roots"]]
    own = {real(path): digest for path, digest in entries.values()}

    def below(path):
        return any(path == root or path.startswith(root.rstrip(os.sep) + os.sep) for root in roots)

    def read(path, digest, name):
        with open(path, "rb") as file:
            source = file.read()
        if hashlib.sha256(source).hexdigest() != digest:
            raise ImportError("%s has changed since it was checked: make this code anew (skillfiche bootstrap)" % path, name=name, path=path)
        return source

    class Loader:
        _skillfiche = True

        def __init__(self, path=None, digest=None):
            self.path, self.digest = path, digest

        def create_module(self, spec):
            return None

        def exec_module(self, module):
            if self.path is None:
                return
            module.__file__ = self.path
            source = read(self.path, self.digest, module.__name__)
            exec(compile(source, self.path, "exec", dont_inherit=True), module.__dict__)

        def get_filename(self, name):
            return self.path

        def get_source(self, name):
            return None if self.path is None else importlib.util.decode_source(read(self.path, self.digest, name))

    def refuse(name, why):
        # Without a name of its own, so that "from package import x" tells the reason too.
        raise ModuleNotFoundError("No module named %r: %s" % (name, why))

    class Finder:
        _skillfiche = True

        def find_spec(self, name, path=None, target=None):
            head, _, rest = name.partition(".")
            if name in entries and (rest or not self.elsewhere(name)):
                file, digest = entries[name]
                return ModuleSpec(name, Loader(file, digest), origin=file)
            if rest and head in catalogs and rest.split(".")[0] in packages:
                refuse(name, "import %s, without the name of its root" % rest)
            if head in packages and not self.elsewhere(head):
                if rest:
                    refuse(name, "the collection %s has no such member with a sidecar" % head)
                return ModuleSpec(name, Loader(), is_package=True)
            if not data["closed"]:
                return None
            spec = self.others(name, path)
            if spec is not None:
                places = [spec.origin] if spec.has_location and spec.origin else []
                for place in map(real, places + list(spec.submodule_search_locations or ())):
                    if below(place):
                        if place not in own:
                            refuse(name, "it lies in a folder of skills and is not one of those that may be imported")
                        read(place, own[place], name)
            return spec

        def others(self, name, path=None):
            for finder in list(sys.meta_path):
                find = getattr(finder, "find_spec", None)
                if finder is not self and find is not None:
                    spec = find(name, path, None)
                    if spec is not None:
                        return spec

        def elsewhere(self, name):
            # What is installed stays what it is; a mere folder of that name, or the skill's own, is nothing installed.
            spec = self.others(name)
            return spec is not None and spec.origin is not None and not (spec.has_location and below(real(spec.origin)))

    for name, module in list(sys.modules.items()):
        spec = getattr(module, "__spec__", None)
        loader = getattr(spec, "loader", None)
        file = getattr(module, "__file__", None)
        stale = getattr(loader, "_skillfiche", False) and (
            entries.get(name) != [loader.path, loader.digest] if loader.path else name not in packages)
        hidden = data["closed"] and name != "__main__" and isinstance(file, str) and below(real(file)) and real(file) not in own
        if stale or hidden:
            del sys.modules[name]
            above, _, last = name.rpartition(".")
            if above in sys.modules and getattr(sys.modules[above], last, None) is module:
                delattr(sys.modules[above], last)
    sys.meta_path.insert(0, Finder())
    importlib.invalidate_caches()
`;

/** How the code begins, so that it is known again. */
export const CODE_MARK = '# Sidecars of skills as modules';

/**
 * Python that lets an agent's own code import the sidecars: one finder at the head of `sys.meta_path`. It needs Python
 * 3.9, can be run again, and then forgets what an earlier run allowed.
 */
export function bootstrapCode(input: CodeInput): string {
  const { manifestId, closed, entries, packages, catalogs, roots } = input;
  const head = `${CODE_MARK} (${MODULE_RULE}).\n# manifest ${manifestId}\n`;
  const isBare = entries.length === 0 && !closed;
  const data = {
    closed,
    entries: Object.fromEntries(entries.map(({ module, path, sha256 }) => [module, [path, sha256]])),
    packages,
    catalogs,
    roots,
  };
  const body = isBare
    ? `\n    import sys${FORGET}`
    : `\n    import importlib, sys${FORGET}${FINDER.replace('DATA', () => pythonText(JSON.stringify(data)))}`;
  return `${head}def _skillfiche():${body}\n\n_skillfiche()\ndel _skillfiche\n`;
}

/** A text as a literal of Python in ASCII: JSON's, whose escapes are Python's once the pairs of surrogates are one layer down. */
function pythonText(json: string): string {
  const ascii = json.replace(/[^ -~]/gu, (character) =>
    [...character]
      .flatMap((one) => Array.from({ length: one.length }, (_, at) => one.charCodeAt(at)))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
  return JSON.stringify(ascii);
}
