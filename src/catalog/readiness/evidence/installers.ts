/*
 * Lines that bring something onto the machine, or ask what is there. What they call is no need of the recipe's steps,
 * and what they bring is one only where a step uses it.
 */

/** Package managers of systems: whatever they are told, it is about what is installed. */
const ALWAYS =
  /^(?:apt|apt-get|apt-cache|aptitude|dpkg|rpm|yum|dnf|microdnf|zypper|apk|pacman|yay|brew|port|choco|winget|scoop|snap|flatpak|nix-env|nix-shell|pip\d*(?:\.\d+)?|easy_install|gem|luarocks|cpanm?|nvm|fnm|volta|pyenv|rbenv|asdf|mise|rustup|rustup-init|sdk|corepack|virtualenv|venv|add-apt-repository|update-alternatives|xcode-select|softwareupdate|spack|opam|cabal|stack|tlmgr|dotnet-install|spctl|xattr)$/;

/** Managers that also run things: only with these words are they about what is installed. */
const WITH_VERB: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:conda|mamba|micromamba)$/,
    /^(?:install|create|update|upgrade|activate|deactivate|env|config|info|list|search|init|remove|clean|export|shell|self-update)$/,
  ],
  [/^uv$/, /^(?:pip|add|tool|venv|sync|init|lock|python|remove|self|cache|tree)$/],
  [/^pipx$/, /^(?:install|inject|upgrade|ensurepath|list|uninstall)$/],
  [
    /^(?:npm|cnpm)$/,
    /^(?:install|i|ci|add|init|update|up|uninstall|remove|rm|ls|list|outdated|audit|view|info|config|link|login|whoami|set|cache)$/,
  ],
  [
    /^(?:pnpm|yarn|bun)$/,
    /^(?:install|i|add|init|update|up|upgrade|remove|link|global|import|why|outdated|audit|config)$/,
  ],
  [/^cargo$/, /^(?:install|add|update|uninstall|binstall)$/],
  [/^go$/, /^(?:install|get|env)$/],
  [
    /^(?:poetry|pdm|pixi|rye|hatch|pipenv)$/,
    /^(?:install|add|init|lock|update|remove|self|config|sync|env|shell|global|new)$/,
  ],
  [/^bundle$/, /^(?:install|add|update|config)$/],
  [/^composer$/, /^(?:install|require|update|global)$/],
  [/^dotnet$/, /^(?:add|tool|restore|workload)$/],
  [/^mvn$/, /^dependency:/],
  [/^(?:docker|podman|singularity|apptainer)$/, /^(?:pull|login|version|info)$/],
  [/^git$/, /^(?:clone|lfs|submodule)$/],
  [/^gh$/, /^(?:extension|auth)$/],
  [/^helm$/, /^(?:repo|plugin)$/],
  [/^R$/, /^CMD$/],
  [/^nix$/, /^(?:profile|develop|shell|run)$/],
  [/^code$/, /^--install-extension$/],
  [/^(?:claude|codex|gemini|openclaw|clawhub|clawdhub)$/, /^(?:plugin|mcp|skills?|install|extensions?)$/],
  [/^source$|^\.$/, /activate/],
];

const ASKS = /^(?:-{0,2}version|-V|-v|-{1,2}help|-h|-\?|help)$/;

/** True where a call installs, removes, fetches sources of, or asks about what is installed, or only asks for version or help. */
export function isInstalling(name: string, args: readonly string[]): boolean {
  const verb = args.find((one) => !one.startsWith('-') || one === '--install-extension') ?? '';
  if (ALWAYS.test(name)) return true;
  if (WITH_VERB.some(([program, verbs]) => program.test(name) && verbs.test(verb))) return true;
  // `yarn` alone installs.
  if (name === 'yarn' && args.length === 0) return true;
  if (/^python/.test(name) && args[0] === '-m' && /^(?:pip|venv|virtualenv|ensurepip)$/.test(args[1] ?? ''))
    return true;
  const last = args.at(-1);
  return last !== undefined && args.length <= 3 && ASKS.test(last) && !(args.length > 1 && last === '-v');
}

/** Distributions that a call to an installer names: `kind` says of which language. */
export function installedBy(
  name: string,
  args: readonly string[],
): { readonly kind: 'python' | 'node'; readonly names: readonly string[] } | undefined {
  const words = args.filter((one) => !one.startsWith('-'));
  const after = (count: number): string[] => words.slice(count);
  if (/^pip\d*(?:\.\d+)?$/.test(name) && words[0] === 'install') return { kind: 'python', names: after(1) };
  if (/^python/.test(name) && args[0] === '-m' && args[1] === 'pip' && words[1] === 'install')
    return { kind: 'python', names: after(2) };
  if (name === 'uv' && words[0] === 'add') return { kind: 'python', names: after(1) };
  if (name === 'uv' && words[0] === 'pip' && words[1] === 'install') return { kind: 'python', names: after(2) };
  if (name === 'uv' && words[0] === 'tool' && words[1] === 'install') return { kind: 'python', names: after(2) };
  if (/^(?:pipx|poetry|pdm|rye)$/.test(name) && /^(?:install|add)$/.test(words[0] ?? ''))
    return { kind: 'python', names: after(1) };
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name) && /^(?:install|i|add)$/.test(words[0] ?? ''))
    return { kind: 'node', names: after(1) };
  return undefined;
}

/** `name[extra]>=1.0`, `name==1`, `name @ url` → `name`; paths, addresses and variables are no names. */
export function distributionIn(spec: string): string | undefined {
  if (/[:/$<]|^\.|\.(?:txt|whl|toml|tar\.gz)$/.test(spec.replace(/[<>=!~].*$/, ''))) return undefined;
  return /^[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]|^[A-Za-z]/.exec(spec)?.[0];
}

/** `@scope/name@1.0` → `@scope/name`. */
export function packageIn(spec: string): string | undefined {
  return /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*(?=@|$)/.exec(spec)?.[0];
}
