import type { ParameterExpansionPart, SimpleExpansionPart } from 'unbash';
import type { Sight } from './sights.ts';

/** What a shell, a login or a scheduler sets by itself. */
const SET_BY_SYSTEM =
  /^(?:HOME|PATH|USER|LOGNAME|PWD|OLDPWD|SHELL|TERM|LANG|LANGUAGE|LC_\w+|TMPDIR|TMP|TEMP|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|RANDOM|SRANDOM|SECONDS|EPOCH\w+|BASH\w*|ZSH\w*|EUID|UID|GROUPS|PPID|LINENO|IFS|PS[0-4]|OPTARG|OPTIND|REPLY|PIPESTATUS|FUNCNAME|DIRSTACK|SHLVL|COLUMNS|LINES|EDITOR|PAGER|DISPLAY|XDG_\w+|SSH_\w+|CONDA_\w+|VIRTUAL_ENV|PYTHONPATH|LD_LIBRARY_PATH|SLURM_\w+|PBS_\w+|SGE_\w+|LSB_\w+|JOB_ID|NSLOTS|CI|GITHUB_(?!TOKEN)\w+|SKILL_DIR|CLAUDE_\w+|PROGRAMFILES|APPDATA|LOCALAPPDATA|USERPROFILE)$/;

/** Names that only an environment gives: keys, tokens, addresses. Any other unset variable is a stand-in for a file or a number. */
const GIVEN_FROM_OUTSIDE =
  /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PAT|CREDENTIALS?|WEBHOOK(?:_URL)?|API_URL|BASE_URL|DATABASE_URL|DSN|CLIENT_ID|ACCOUNT_ID|SID)$/;

/** The variable that an expansion reads; `undefined` for what a shell has by itself, and for names in lower case, which scripts use for their own. */
export function readExpansion(
  node: SimpleExpansionPart | ParameterExpansionPart,
  optional: boolean,
): Sight | undefined {
  const name = node.type === 'SimpleExpansion' ? node.text.replace(/^\$/, '') : node.parameter;
  if (!/^[A-Z][A-Z0-9_]{2,}$/.test(name) || SET_BY_SYSTEM.test(name)) return undefined;
  const operator =
    node.type === 'ParameterExpansion' && node.operation?.type === 'Default' ? node.operation.operator : undefined;
  const mustBeSet = operator === '?' || operator === ':?';
  const mayBeUnset = operator !== undefined && !mustBeSet;
  return {
    kind: 'env',
    name,
    at: node.pos,
    optional: optional || mayBeUnset || !(mustBeSet || GIVEN_FROM_OUTSIDE.test(name)),
  };
}
