import { compareCodePoints } from '../../base/text.ts';

/** A skill that brings a sidecar, as far as its module's name goes. */
export interface NamedSidecar {
  readonly id: string;
  /** The declared name. */
  readonly name: string;
  /** The collection's id for a member. */
  readonly collection?: string | undefined;
}

/** The module of one sidecar, or why it can have none. */
export type ModuleName = { readonly module: string } | { readonly reason: string };

/** Words that Python keeps; its grammar has no others. Source: keyword.kwlist, 3.13. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Modules of Python's own, which no skill may stand before. Source: sys.stdlib_module_names, 3.9 to 3.13. */
const STANDARD: ReadonlySet<string> = new Set(
  'abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii binhex bisect builtins bz2 calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg cprofile crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo'.split(
    ' ',
  ),
);

/**
 * A name as Python spells it: in lower case, with `_` for whatever no identifier may hold, `_` before a leading digit and
 * behind a keyword. `3d-View` is `_3d_view`, `class` is `class_`. `undefined` where nothing is left.
 */
export function identifierOf(name: string): string | undefined {
  const folded = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}_]+/gu, '_')
    .normalize('NFKC');
  if (!/[\p{L}\p{Nd}]/u.test(folded)) return undefined;
  const begun = /^\p{Nd}/u.test(folded) ? `_${folded}` : folded;
  return KEYWORDS.has(begun) ? `${begun}_` : begun;
}

/** The rule above, in one line for whoever reads the code that is made of it. */
export const MODULE_RULE =
  'lower case, "_" for what no identifier may hold, "_" before a leading digit and behind a keyword';

/**
 * The module of each skill: `<collection>.<name>` for a member, `<name>` for an ordinary one. Two of one name are both
 * refused, each naming the other: whichever were taken, somebody would import the wrong one.
 */
export function moduleNames(skills: readonly NamedSidecar[]): Map<string, ModuleName> {
  const names = new Map<string, ModuleName>();
  const byModule = new Map<string, string[]>();
  const packages = new Map<string, string>();
  for (const { collection } of skills) {
    const name = collection === undefined ? undefined : identifierOf(collection);
    if (collection !== undefined && name !== undefined && !packages.has(name)) packages.set(name, collection);
  }
  for (const skill of skills) {
    const named = moduleOf(skill, packages);
    names.set(skill.id, named);
    if ('module' in named) byModule.set(named.module, [...(byModule.get(named.module) ?? []), skill.id]);
  }
  for (const [module, ids] of byModule) {
    if (ids.length === 1) continue;
    const all = ids.toSorted(compareCodePoints);
    for (const id of all) {
      const others = all.filter((one) => one !== id).join(', ');
      names.set(id, { reason: `the module name ${module} is also that of ${others}; rename one of them` });
    }
  }
  return names;
}

function moduleOf({ name, collection }: NamedSidecar, packages: ReadonlyMap<string, string>): ModuleName {
  const own = identifierOf(name);
  if (own === undefined) return { reason: 'its name gives no name of a Python module' };
  if (collection === undefined) {
    if (STANDARD.has(own)) return { reason: `Python has a module ${own} of its own; rename the skill` };
    const other = packages.get(own);
    return other === undefined ? { module: own } : { reason: `the collection ${other} has the module name ${own}` };
  }
  const above = identifierOf(collection);
  if (above === undefined) return { reason: 'the id of its collection gives no name of a Python package' };
  if (STANDARD.has(above)) return { reason: `Python has a module ${above} of its own; give the collection another id` };
  if (packages.get(above) !== collection) {
    return { reason: `the package name ${above} is also that of the collection ${packages.get(above)}` };
  }
  return { module: `${above}.${own}` };
}
