import type { Language } from './sights.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Reserved words and builtins of POSIX shells and bash, as `compgen -kb` lists them, and names that every such script assumes. */
const BUILTINS: ReadonlySet<string> = words(`
  . : [ [[ alias bg bind break builtin caller case cd command compgen complete compopt continue coproc declare dirs
  disown do done echo elif else enable esac eval exec exit export false fc fg fi for function getopts hash help history
  if in jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return select set shift shopt
  source suspend test then time times trap true type typeset ulimit umask unalias unset until wait while setopt unsetopt
  autoload rehash module ml deactivate`);

/**
 * What every system has on which a shell recipe makes sense: the programs of the Debian packages bash, dash, coreutils,
 * debianutils, diffutils, findutils, grep, gzip, hostname, sed and tar, which are marked `Essential: yes`
 * (https://www.debian.org/doc/debian-policy/ch-binary.html#essential-packages), under the names other systems give them.
 * awk is not among them: no package that brings one is essential.
 */
const EVERYWHERE: ReadonlySet<string> = words(`
  bash dash sh rbash
  arch b2sum base32 base64 basename basenc cat chcon chgrp chmod chown chroot cksum comm cp csplit cut date dd df dir
  dircolors dirname du env expand expr factor fmt fold groups head hostid id install join link ln logname ls md5sum
  mkdir mkfifo mknod mktemp mv nice nl nohup nproc numfmt od paste pathchk pinky pr printenv ptx readlink realpath rm
  rmdir runcon seq sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf sleep sort split stat stdbuf stty sum sync
  tac tail tee timeout touch tr truncate tsort tty uname unexpand uniq unlink users vdir wc who whoami yes
  run-parts savelog tempfile which cmp diff diff3 sdiff find xargs grep egrep fgrep rgrep
  gunzip gzexe gzip uncompress zcat zcmp zdiff zegrep zfgrep zforce zgrep zless zmore znew gzcat
  hostname dnsdomainname sed tar gtar gsed ggrep ghead gsort gdate gtail gcut greadlink gfind gxargs
  sudo doas su`);

/** Viewers and editors: a recipe that calls one means "look at it", and any other will do. */
const VIEWERS: ReadonlySet<string> = words(
  'less more most man info clear vi vim nvim nano emacs edit open xdg-open code cursor subl start pbcopy pbpaste',
);

/** Verbs of SQL, HTTP and other languages that stand first on a line like a command. */
const NO_COMMANDS: ReadonlySet<string> = words(`
  AND OR NOT IF THEN ELSE SELECT INSERT UPDATE DELETE CREATE ALTER DROP WITH EXPLAIN FROM WHERE GET POST PUT PATCH HEAD OPTIONS PRAGMA
  RUN COPY ENTRYPOINT CMD WORKDIR ENV EXPOSE def class import return public private protected const var let function
  async await package use extends interface struct enum namespace using include define begin end Usage usage
  Options Arguments Commands Output Input Error Warning Note Example Examples Step TODO FIXME OK PASS FAIL INFO DEBUG`);

/** Extensions of what is no program: a file name alone on a line is a listing. */
const DATA_FILE =
  /\.(?:txt|md|rst|json|jsonl|ndjson|csv|tsv|ya?ml|toml|ini|cfg|conf|html?|xml|css|pdf|png|jpe?g|svg|gif|mp[34]|wav|log|out|err|lock|gz|bz2|xz|zst|zip|tar|tgz|bam|sam|cram|bai|crai|vcf|bcf|bed|gff3?|gtf|fa|fasta|fna|faa|fq|fastq|bw|bigwig|h5|h5ad|hdf5|rds|rda|rdata|pkl|npz|npy|pt|pth|db|sqlite|parquet|pdb|cif|sdf|mol2?|nwk|tree|ipynb|tsx?|jsx|mjs|cjs|java|go|rs|rb|c|h|cc|cpp|hpp|class|o|so|dll|wdl|nf|smk|tf|env|com|org|net|io)$/i;

/** What stands for a program of the reader's own. */
const STAND_IN = /^(?:my|your|some)[_-]|^(?:myapp|mytool|myscript|myprogram|foo|bar|baz|cmd|some-?command)$/i;

/** A word that may be the name of a program; nothing is said about whether it is one. */
export function isProgramName(word: string): boolean {
  return (
    /^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/.test(word) &&
    /[A-Za-z]/.test(word) &&
    word.length <= 60 &&
    !/[.+-]$|^\d+[a-zA-Z]?$|\.\./.test(word.replace(/\+\+$/, '')) &&
    !/^\d+\.\d/.test(word) &&
    !NO_COMMANDS.has(word) &&
    !DATA_FILE.test(word) &&
    !STAND_IN.test(word)
  );
}

/** A program that a recipe must bring along, or say that it wants. */
export function isNotable(word: string): boolean {
  return !BUILTINS.has(word) && !EVERYWHERE.has(word) && !VIEWERS.has(word);
}

export function isBuiltin(word: string): boolean {
  return BUILTINS.has(word);
}

/**
 * Programs so common that a line which begins with one is a command even in a block that names no language. Only for
 * telling commands from text; a tagged block needs no such list.
 */
const COMMON: ReadonlySet<string> = words(`
  git gh curl wget npm npx pnpm yarn bun node python python3 pip pip3 pipx uv uvx poetry conda mamba micromamba docker
  docker-compose podman kubectl helm terraform aws gcloud az make cmake cargo rustc go java javac mvn gradle ruby gem
  bundle rails php composer dotnet brew apt apt-get yum dnf apk pacman choco ssh scp rsync ffmpeg jq awk openssl psql
  mysql sqlite3 redis-cli mongosh nginx systemctl journalctl Rscript samtools bcftools bedtools bwa minimap2 nextflow
  snakemake singularity apptainer sbatch srun nmap hashcat sqlmap`);

export function isCommonProgram(word: string): boolean {
  return COMMON.has(word);
}

const INTERPRETERS: readonly (readonly [RegExp, Language | 'other'])[] = [
  [/^(?:ba|da|z|k|fi)?sh$/, 'shell'],
  [/^(?:i?python|pypy)(?:\d+(?:\.\d+)*)?$/, 'python'],
  [/^Rscript$|^R$/, 'r'],
  [/^(?:node|nodejs|bun|deno|tsx|ts-node)$/, 'script'],
  [/^(?:perl|ruby|php|java|julia|lua|groovy|scala|pwsh|powershell|osascript|octave|matlab|tclsh|wish)$/, 'other'],
];

/** What an interpreter reads; `undefined` for a program that is none. */
export function interpreterOf(word: string): Language | 'other' | undefined {
  return INTERPRETERS.find(([pattern]) => pattern.test(word))?.[1];
}

/** The language of a file by its name, where it is one that is read. */
export function languageOfFile(path: string): Language | undefined {
  if (/\.py$/i.test(path)) return 'python';
  if (/\.(?:sh|bash|zsh)$/i.test(path)) return 'shell';
  if (/\.r$/i.test(path)) return 'r';
  return /\.[cm]?[jt]sx?$/i.test(path) ? 'script' : undefined;
}
