import { spawnSync } from 'node:child_process';

/** How to ask a program who it is: what it is given, and what must be in its answer. */
interface Question {
  readonly args: readonly string[];
  readonly input?: string;
  readonly answer: RegExp;
  /** What it should be, where its name does not say it. */
  readonly wanted?: string;
}

const ask = (args: string, answer: RegExp, wanted?: string): Question =>
  wanted === undefined ? { args: args.split(' '), answer } : { args: args.split(' '), answer, wanted };
const tool = (args: readonly string[], input: string, answer: RegExp): Question => ({ args, input, answer });

/** Names that other programs, stand-ins and stubs are known to bear, or that are asked at no cost. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  age: ask('--version', /^\(?(?:v?\d|devel|unknown)/),
  awk: tool(['BEGIN { print 40 + 2 }'], '', /^42$/m),
  bash: ask('--version', /bash/i),
  cmp: tool(['-', '/dev/null'], '', /^$/),
  compare: ask('-version', /ImageMagick/, 'ImageMagick'),
  convert: ask('-version', /ImageMagick/, 'ImageMagick'),
  curl: ask('--version', /^curl \d/),
  dig: ask('-v', /DiG/),
  docker: ask('version --format {{.Server.Version}}', /^\d/m, 'a docker that reaches its daemon'),
  duckdb: ask('--version', /^v?\d/),
  exiftool: ask('-ver', /^\d+\.\d+/),
  ffmpeg: ask('-version', /^ffmpeg version/),
  ffprobe: ask('-version', /^ffprobe version/),
  git: ask('--version', /^git version/),
  gnuplot: ask('--version', /^gnuplot \d/),
  gpg: ask('--version', /GnuPG/, 'GnuPG'),
  grep: tool(['-c', 'a'], 'a\nb\n', /^1$/m),
  gzip: tool(['-c'], 'a', /^\u001f/),
  iconv: tool(['-f', 'ISO-8859-1', '-t', 'UTF-8'], 'a', /^a$/),
  identify: ask('-version', /ImageMagick/, 'ImageMagick'),
  jq: ask('--version', /^jq[- ]?\d/),
  logrotate: ask('--version', /logrotate \d/),
  magick: ask('-version', /ImageMagick/, 'ImageMagick'),
  mlr: ask('--version', /^(?:mlr|Miller)/i, 'Miller'),
  mtr: ask('--version', /^mtr/),
  openssl: ask('version', /SSL/),
  pandoc: ask('--version', /^pandoc/),
  patch: ask('--version', /patch/i),
  pdftotext: ask('-v', /pdftotext version/),
  perl: ask('-v', /This is perl/),
  podman: ask('info --format {{.Version.Version}}', /^\d/m, 'a podman that can run here'),
  psql: ask('--version', /PostgreSQL/),
  python3: ask('-c print("Python",40+2)', /^Python 42/),
  qpdf: ask('--version', /qpdf version/),
  rsync: ask('--version', /rsync/),
  sed: tool(['-n', '2p'], 'a\nb\n', /^b$/m),
  sh: tool(['-c', 'echo $((40 + 2))'], '', /^42$/m),
  sqlite3: ask('--version', /^3\.\d/),
  strace: ask('-V', /^strace/),
  tar: ask('--version', /tar/),
  tesseract: ask('--version', /tesseract/),
  xz: ask('--version', /XZ Utils/, 'XZ Utils'),
  zstd: ask('--version', /Zstandard/i, 'Zstandard'),
};

/** Why a program is not the one that its name promises; absent when it is, or when there is no question for it. */
export function doubtAbout(name: string, file: string): string | undefined {
  const question = QUESTIONS[name];
  if (question === undefined) return undefined;
  // A stand-in may wait for a terminal or for ever.
  const run = spawnSync(file, question.args, {
    input: question.input ?? '',
    timeout: 10_000,
    killSignal: 'SIGKILL',
    encoding: 'latin1',
  });
  if (run.error !== undefined) return `does not answer "${question.args.join(' ')}"`;
  if (question.answer.test(run.stdout) || question.answer.test(run.stderr)) return undefined;
  return `is not ${question.wanted ?? `the ${name} we know`}`;
}
