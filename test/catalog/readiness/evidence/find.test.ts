// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell has `${}` too.
import { describe, expect, it } from 'vitest';
import { findNeeds, type RecipeFile } from '../../../../src/catalog/readiness/evidence/find.ts';
import { NEED_KINDS } from '../../../../src/catalog/readiness/evidence/sights.ts';

/** Names by kind, needed first, optional ones with a question mark: `programs samtools git?, python pysam`. */
function summary(text: string, others: readonly RecipeFile[] = []): string {
  const { needs, optional } = findNeeds({ path: 'SKILL.md', text }, others);
  return NEED_KINDS.flatMap((kind) => {
    const names = [...needs[kind].map(({ name }) => name), ...optional[kind].map(({ name }) => `${name}?`)];
    return names.length === 0 ? [] : [`${kind} ${names.join(' ')}`];
  }).join(', ');
}

const fence = (tag: string, code: string): string => `# Title\n\n## Step\n\n\`\`\`${tag}\n${code}\n\`\`\`\n`;
const sh = (code: string): string => summary(fence('bash', code));
const py = (code: string): string => summary(fence('python', code));
const r = (code: string): string => summary(fence('r', code));
const ts = (code: string): string => summary(fence('typescript', code));

type Row = readonly [what: string, code: string, needs: string];

const SHELL: readonly Row[] = [
  ['a call', 'samtools sort in.bam', 'programs samtools'],
  ['what every system has', 'mkdir -p out && cat a | sort | uniq -c > b; tar xzf c.tgz; find . -name "*.x"', ''],
  ['builtins', 'cd x; export A=1; set -euo pipefail; for i in 1 2; do echo $i; done', ''],
  ['awk, which no system promises', "cut -f1 a | awk '{ print $2 }'", 'programs awk'],
  ['a pipe', 'bwa mem r.fa a.fq | samtools view -b - | tee x.bam', 'programs bwa samtools'],
  ['lists', 'bcftools index a.vcf.gz && tabix a.vcf.gz; bgzip b.vcf', 'programs bcftools bgzip tabix'],
  ['a substitution', 'n=$(jq -r .n a.json); echo "$(seqkit stats a.fa | tail -1)"', 'programs jq seqkit'],
  ['backquotes', 'v=`gh api repos/x`', 'programs gh'],
  ['a process substitution', 'comm <(bedtools sort -i a) <(bedops -u b)', 'programs bedops bedtools'],
  ['a loop', 'for f in *.fq; do fastqc "$f"; done', 'programs fastqc'],
  ['a condition', 'if minimap2 -x sr a b > c; then sniffles -i c; fi', 'programs minimap2 sniffles'],
  ['a case', 'case $x in a) pigz f ;; *) zstd f ;; esac', 'programs pigz zstd'],
  ['while read', 'while read -r s; do salmon quant -i i -o "$s"; done < list.txt', 'programs salmon'],
  ['a group and a subshell', '(cd x && make all); { ninja; }', 'programs make ninja'],
  ['xargs', 'ls *.bam | xargs -n 1 -P 4 -I{} samtools index {}', 'programs samtools'],
  ['xargs with a shell', "ls | xargs -I{} sh -c 'mosdepth {} {}.bam'", 'programs mosdepth'],
  ['sudo', 'sudo -u postgres psql -c "select 1"', 'programs psql'],
  [
    'env, time, nice, nohup',
    'env A=1 nice -n 10 nohup gatk HaplotypeCaller -I x & time star --v 1',
    'programs gatk star',
  ],
  ['timeout', 'timeout -k 5 30s curl -s https://x.example', 'programs curl'],
  ['find -exec', "find . -name '*.mp3' -exec ffmpeg -i {} {}.wav \\;", 'programs ffmpeg'],
  ['parallel', "parallel -j 4 'pigz -k {}' ::: a b", 'programs parallel pigz'],
  ['a launcher', 'mpirun -np 8 raxml-ng --all', 'programs mpirun raxml-ng'],
  ['a scheduler', 'srun -n 4 --mem=8G --pty gmx mdrun', 'programs gmx srun'],
  ['a container: what is inside is inside', 'docker run --rm -v $PWD:/w img bwa mem a b', 'programs docker'],
  ['conda run', 'conda run -n qc fastp -i a', 'programs conda fastp'],
  ['eval', 'eval "yq .a b.yaml"', 'programs yq'],
  ['bash -c', "bash -c 'duckdb x.db'", 'programs duckdb'],
  ['a continuation', 'fastp \\\n  -i a.fq \\\n  -o b.fq', 'programs fastp'],
  [
    'a continuation broken by a comment',
    'fastp \\\n  -i a.fq \\   # reads\n  -o b.fq   # out\nstar --x 1',
    'programs fastp star',
  ],
  ['a comment between continued lines', 'fastp \\\n  # the reads\n  -i a.fq', 'programs fastp'],
  [
    'a pipe at the beginning of a line',
    'bwa mem a b \\\n  | samtools sort -\nbwa mem c d\n  | samblaster',
    'programs bwa samblaster samtools',
  ],
  ['comments', '# samtools sort is slow\nfastp -i a  # not bbduk -i b', 'programs fastp'],
  ['a quote in a comment', "# don't\nbwa index r.fa", 'programs bwa'],
  [
    'placeholders',
    'samtools view <input.bam> > {{out}}\n<tool> --x\n$TOOL run\n[OPTIONS] a\n... b',
    'programs samtools, env TOOL?',
  ],
  ['a stand-in', 'my_tool -i a; your-script --x', ''],
  [
    'prompts and output',
    '$ samtools --flagstat a.bam\n100 + 0 in total\nreads mapped fine\n$ bwa index r',
    'programs bwa samtools',
  ],
  ['a prompt of a machine', 'ada@box:~/x$ seqkit stats a.fa\nfile  format\na.fa  FASTA', 'programs seqkit'],
  ['a printed listing', 'fd -e txt\na.txt\nb/c.md\n12 files', 'programs fd'],
  [
    'usage text',
    'python3 tool.py [OPTIONS] FILE\n\nArguments:\n  FILE  the file\n\nOptions:\n  -o PATH',
    'programs python3',
  ],
  ['a sentence', 'Then run it again\nbwa index r.fa', 'programs bwa'],
  ['assignments of configuration', 'line-length = 120\nstrict = true', ''],
  [
    'an interpreter and its script',
    'python3 scripts/x.py --n 1\nRscript plot.R\nperl x.pl\njulia y.jl',
    'programs julia perl python3 rscript',
  ],
  ['a jar', 'java -Xmx4g -jar picard.jar MarkDuplicates I=a', 'programs java'],
  ['python -c', 'python -c "import torch; print(torch.__version__)"', 'programs python, python torch'],
  ['python -m with a module nobody knows', 'python -m inference --config a', 'programs python'],
  [
    'python -m with a package that is imported',
    'python -m jcvi.formats.gff bed\npython -c "import jcvi"',
    'programs python, python jcvi',
  ],
  ['python -m with a known runner', 'python -m pytest -q', 'programs python, python pytest'],
  ['Rscript -e', 'Rscript -e \'library(DESeq2); rmarkdown::render("a")\'', 'programs rscript, r deseq2 rmarkdown'],
  ['node -e', `node -e 'const x = require("sharp")'`, 'programs node, node sharp'],
  [
    'a here-document for python',
    "python3 - <<'EOF'\nimport pysam\nf = pysam.AlignmentFile('a')\nEOF\nbgzip x",
    'programs bgzip python3, python pysam',
  ],
  ['a here-document for R', 'Rscript - <<EOF\nlibrary(limma)\nEOF', 'programs rscript, r limma'],
  ['a here-document that is data', 'cat > list.txt <<EOF\nRPS3\nsamtools sort\nEOF\nbwa index r', 'programs bwa'],
  [
    'a here-document that is a script',
    "cat > run.py <<'EOF'\nimport cyvcf2\nEOF\npython run.py",
    'programs python, python cyvcf2',
  ],
  ['a here-document with substitution', 'cat <<EOF\n$(vault read x)\nEOF', 'programs vault'],
  [
    'a path of the author',
    '/opt/tools/cellranger count --id x\n~/bin/dorado basecaller m r',
    'programs cellranger dorado',
  ],
  ['a script beside the recipe', './run.sh a\nscripts/x.sh b', ''],
  ['a command of an agent', '$ /approve-review "ok"', ''],
  ['a variable that holds the program', 'PLINK=plink2\n$PLINK --bfile a\n"${PLINK}" --x', 'programs plink2'],
  ['a function of the block', 'work() { hmmscan a b; }\nwork x', 'programs hmmscan'],
  [
    'installing',
    'pip install "pysam>=0.22" -U\nconda install -c bioconda star\napt-get install -y jq\nbrew install gh',
    'programs apt-get? brew? conda? pip?, python pysam?',
  ],
  [
    'installing for node',
    'npm install --save-dev vitest@3 @scope/x\npnpm add zod',
    'programs npm? pnpm?, node @scope/x? vitest? zod?',
  ],
  ['a manager that runs something', 'npm run build\nuv run python a.py\ncargo test', 'programs cargo npm python uv'],
  ['fetching sources', 'git clone https://x.example/y && cd y\ngit log -1', 'programs git'],
  ['only fetching sources', 'git clone https://x.example/y', 'programs git?'],
  ['asking for a version', 'samtools --version\njava -version', 'programs java? samtools?'],
  ['asking whether it is there', 'command -v jq >/dev/null || { echo missing; exit 1; }', 'programs jq?'],
  ['one or the other', 'gzcat a.gz || pigz -dc a.gz\nbgzip -d x || crabz -d x', 'programs bgzip pigz crabz?'],
  ['a test before a need', '[ -f r.fai ] || samtools faidx r', 'programs samtools'],
  ['whichever is there', 'if command -v pigz; then pigz a; else zstd a; fi', 'programs pigz? zstd?'],
  [
    'another way by its comment',
    'samtools sort a\n# or, faster\nsambamba sort a\n\nbwa index r',
    'programs bwa samtools sambamba?',
  ],
  [
    'a comment that goes on with "or"',
    '# keeps reads that map\n# or overlap\nbedtools intersect -a a -b b',
    'programs bedtools',
  ],
  ['curl into a shell', 'curl -fsSL https://x.example/i.sh | sudo bash', 'programs curl?'],
  ['curl as a step', 'curl -fsSL https://x.example/a.json | jq .', 'programs curl jq'],
  [
    'variables of the environment',
    'curl -H "Authorization: $API_TOKEN" $BASE/x ${DB_URL:?} ${REGION:-eu}',
    'programs curl, env API_TOKEN DB_URL BASE? REGION?',
  ],
  ['variables that are set', 'OUT=x; read -r NAME; echo $OUT $NAME $HOME $SLURM_JOB_ID $1', ''],
  ['an exported stand-in', 'export SERVICE_KEY="your_key_here"\nexport MODE=fast', 'env SERVICE_KEY'],
  ['.exe', 'nuclei.exe -u x', 'programs nuclei'],
  ['text that no shell reads', 'foo "unclosed\nbar )(', ''],
];

const PYTHON: readonly Row[] = [
  ['imports', 'import pysam, os\nimport numpy as np\nfrom pandas import DataFrame', 'python numpy pandas pysam'],
  [
    'names of distributions',
    'import cv2\nfrom PIL import Image\nimport yaml\nfrom sklearn.svm import SVC\nfrom Bio import SeqIO\nimport skimage\nimport bs4',
    'python beautifulsoup4 biopython opencv-python pillow pyyaml scikit-image scikit-learn',
  ],
  [
    'shared packages',
    'from google.cloud import storage\nfrom azure.identity import X\nfrom openff.toolkit import M',
    'python azure-identity google-cloud-storage openff-toolkit',
  ],
  ['underscores', 'import stable_baselines3', 'python stable-baselines3'],
  ['the standard library', 'import json, sys\nfrom pathlib import Path\nimport concurrent.futures', ''],
  ['relative imports', 'from . import x\nfrom .y import z', ''],
  ['the reader’s own code', 'from myapp.config import settings\nfrom utils import f\nimport your_module', ''],
  ['inside functions', 'def f():\n    import torch\n    return torch', 'python torch'],
  ['in brackets', 'from scanpy import (\n    pp,  # a (comment)\n    tl,\n)', 'python scanpy'],
  ['with a way out', 'try:\n    import cupy\nexcept ImportError:\n    cupy = None', 'python cupy?'],
  [
    'that ends without it',
    'try:\n    import fitz\nexcept ImportError:\n    sys.exit("pip install pymupdf")',
    'python pymupdf',
  ],
  ['for types', 'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import polars', 'python polars?'],
  ['by name', 'import importlib\nm = importlib.import_module("spacy")', 'python spacy'],
  ['not in strings and comments', '# import a\ns = "import b"\n"""\nimport c\n"""', ''],
  ['prompts', '>>> import networkx as nx\n>>> nx.Graph()\nimport of goods', 'python networkx'],
  [
    'notebook lines',
    '!pip install scvelo\n!samtools index a.bam\n%matplotlib inline\nimport scvelo',
    'programs samtools pip?, python scvelo',
  ],
  [
    'started programs',
    "import subprocess\nsubprocess.run(['bwa', 'mem', ref], check=True)\nsubprocess.check_output('bcftools view a | wc -l', shell=True)\nos.system('fastqc a')",
    'programs bcftools bwa fastqc',
  ],
  ['a format string', "subprocess.run(f'samtools sort {bam} | {tool} x', shell=True)", 'programs samtools'],
  ['a command in a variable', "cmd = ['iqtree2', '-s', aln]\nsubprocess.run(cmd)", 'programs iqtree2'],
  ['a command that is built', "cmd = ['hmmscan'] + args\nsubprocess.Popen(cmd + ['x'])", 'programs hmmscan'],
  ['python from python', "subprocess.run([sys.executable, '-m', 'x'])", ''],
  ['asked for', "import shutil\nshutil.which('dot')", 'programs dot?'],
  [
    'the environment',
    "import os\nos.environ['A_KEY']\nos.getenv('B')\nos.environ.get('C', 'x')\nos.environ['D'] = '1'\nos.getenv('E') or 'z'",
    'env A_KEY B C? E?',
  ],
  ['text that is no Python', 'import (\n$ ls', ''],
];

const R: readonly Row[] = [
  [
    'library and require',
    'library(DESeq2)\nrequire("limma")\nsuppressPackageStartupMessages(library(Seurat))',
    'r deseq2 limma seurat',
  ],
  ['names with colons', 'ggplot2::ggplot(x)\nstats::sd(y)\ndplyr:::f()', 'r dplyr ggplot2'],
  ['packages of R', 'library(parallel); library(grid)', ''],
  [
    'asked for',
    'if (!require("BiocManager", quietly = TRUE)) install.packages("BiocManager")\nBiocManager::install(c("edgeR", "tximport"))',
    'r biocmanager? edger? tximport?',
  ],
  ['a stop without it', 'if (!requireNamespace("sf")) stop("needs sf")', 'r sf'],
  ['not in strings and comments', '# library(a)\nx <- "library(b)"', ''],
  [
    'many at once',
    'lapply(c("Matrix", "irlba"), library, character.only = TRUE)\npacman::p_load(tidyr, purrr)',
    'r irlba matrix pacman purrr tidyr',
  ],
  ['a name that is computed', 'for (p in pkgs) library(p, character.only = TRUE)', ''],
  ['programs', 'system("plink2 --bfile a")\nsystem2("vep", c("-i", x))', 'programs plink2 vep'],
  ['the environment', 'Sys.getenv("NCBI_KEY"); Sys.getenv("X", "y")', 'env NCBI_KEY X?'],
  ['python from R', 'np <- reticulate::import("numpy")', 'python numpy, r reticulate'],
  ['a console', '> library(ape)\n> plot(x)\n[1] 3', 'r ape'],
];

const SCRIPT: readonly Row[] = [
  [
    'imports',
    'import x from "lodash/fp";\nimport { a } from "@scope/pkg/sub";\nimport "dotenv/config";',
    'node @scope/pkg dotenv lodash',
  ],
  [
    'require and import()',
    'const a = require("sharp");\nawait import("chalk");\nexport * from "zod";',
    'node chalk sharp zod',
  ],
  [
    'what Node has, and what is near',
    'import fs from "node:fs";\nimport p from "path";\nimport l from "./l.js";\nimport c from "@/components/x";',
    '',
  ],
  ['types only', 'import type { A } from "hono";', 'node hono?'],
  ['tried', 'try { require("fsevents") } catch {}', 'node fsevents?'],
  ['the environment', 'const k = process.env.API_KEY; const r = process.env["R"] ?? "x";', 'env API_KEY R?'],
  ['not in strings and comments', '// import a from "a"\nconst s = `import b from "b"`;', ''],
  ['JSX', 'import { useState } from "react";\nexport const A = () => <div onClick={() => {}}>x</div>;', 'node react'],
];

describe('what code shows that it needs', () => {
  it.each(SHELL)('shell: %s', (_what, code, needs) => expect(sh(code)).toBe(needs));
  it.each(PYTHON)('python: %s', (_what, code, needs) => expect(py(code)).toBe(needs));
  it.each(R)('R: %s', (_what, code, needs) => expect(r(code)).toBe(needs));
  it.each(SCRIPT)('JavaScript: %s', (_what, code, needs) => expect(ts(code)).toBe(needs));
});

const TEXTS: readonly (readonly [what: string, text: string, needs: string])[] = [
  ['no code at all', '# Title\n\nSome prose about samtools.', ''],
  [
    'prose with code',
    'Use `samtools view -H x` and `pkg::call()`; `word` alone says nothing.',
    'programs samtools?, r pkg?',
  ],
  [
    'an install line in prose',
    'Run `pip install adaptyv-sdk` first.\n\n```python\nimport adaptyv\n```',
    'programs pip?, python adaptyv-sdk',
  ],
  [
    'a heading about alternatives',
    '# T\n\n## Alternative: other tool\n\n```bash\nbbduk.sh in=a\n```\n\n## Main\n\n```bash\nfastp -i a\n```',
    'programs fastp bbduk.sh?',
  ],
  [
    'a term that is no alternative',
    '# T\n\n## Alternative splicing\n\n```bash\nrmats.py --b1 a\n```',
    'programs rmats.py',
  ],
  ['a title is no heading', '# Alternative tools\n\n```bash\nfastp -i a\n```', 'programs fastp'],
  [
    'a heading about installation and usage',
    '# T\n\n## Installation and Basic Usage\n\n```bash\npip install polars\n```\n\n```python\nimport polars as pl\n```',
    'programs pip?, python polars',
  ],
  [
    'a part of a program in a line of prose',
    '```bash\nsamtools collate -O a | samtools sort -o b -\n```\n\nThen `collate -u x`, `sort -n x` and `picard -h`.',
    'programs samtools picard?',
  ],
  [
    'a comment that ends in a remark',
    '```bash\n# 1. Partition\npanaroo -i a\n\n# 2. With ppanggolin (alternative)\nppanggolin all\n\n# 3. Draw\nvg view a\n```',
    'programs panaroo vg ppanggolin?',
  ],
  ['a heading about installation', '# T\n\n## Installation\n\n```bash\nmake\n```', 'programs make?'],
  ['what is not optional', '# T\n\n## Trimming is not optional\n\n```bash\nfastp -i a\n```', 'programs fastp'],
  [
    'a line that leads to another way',
    'Step:\n\n```bash\nfastp -i a\n```\n\nOr with cutadapt:\n\n```bash\ncutadapt -a X b\n```',
    'programs fastp cutadapt?',
  ],
  [
    'shell in a block of Python',
    '```python\nsamtools sort -o b a\n```\n\n```bash\nsamtools index b\n```',
    'programs samtools',
  ],
  ['Python in a block of shell', '```bash\nimport scanpy as sc\nsc.read("a")\n```', 'python scanpy'],
  ['R in a block of shell', '```bash\nlibrary(ape)\nx <- read.tree("a")\n```', 'r ape'],
  ['data in a block of shell', '```bash\n{\n  "samtools": 1\n}\n```\n\n```sh\n├── src\n└── run\n```', ''],
  ['a file in a block of shell', '```bash\n# batch.txt\ngenome hg38\nload a.bam\n```', ''],
  [
    'a file in comments, and the command it is for',
    '```bash\n# input.txt\n# 2 2\ncas-offinder input.txt G out.txt\n```',
    'programs cas-offinder',
  ],
  ['a block for another interpreter', '```bash\n#!/usr/bin/env bats\n@test "x" { run tool; }\n```', ''],
  [
    'a remark that names another file',
    '```python\n# checks/daily.yml\nimport great_expectations as gx\n```',
    'python great-expectations',
  ],
  ['a script and the command that runs it', '```bash\n# run.py\npython run.py -x\n```', 'programs python'],
  [
    'a library that is called like a file in a sentence',
    'comut.py draws it.\n\n```python\nimport comut\n```',
    'python comut',
  ],
  ['a check of the recipe', '```sh\njq . a\n```\n\n```sh check\nshellcheck x.sh\n```', 'programs jq shellcheck?'],
  ['no tag, plainly commands', '```\n$ hyperfine ls\n```\n\n```\ngit commit -m x\n```', 'programs git hyperfine'],
  ['no tag, plainly not', '```\nReads -> trim -> align | sort\n```\n\n```\nSTAR  1.2\ndocker is a tool\n```', ''],
  ['no tag, Python', '```\nimport pysam\n```', 'python pysam'],
  [
    'other languages',
    '```yaml\nrun: samtools sort\n```\n\n```groovy\nfastqc x\n```\n\n```dockerfile\nRUN apt-get install x\n```',
    '',
  ],
  ['a document in a block', '````markdown\n```bash\nsamtools sort a\n```\n````', ''],
  [
    'indented and quoted fences',
    '1. First:\n   ```bash\n   fastp -i a \\\n     -o b\n   ```\n\n> ```sh\n> seqkit stats a\n> ```',
    'programs fastp seqkit',
  ],
  [
    'R Markdown',
    '```{r setup, echo=FALSE}\nlibrary(knitr)\n```\n\n```{bash}\nbwa index r\n```',
    'programs bwa, r knitr',
  ],
  ['frontmatter', '---\nname: x\ndescription: "`rm -rf x`"\n---\n```sh\njq . a\n```', 'programs jq'],
  ['a fence that never ends', '```bash\njq . a\n', 'programs jq'],
  [
    'a variable set in another block',
    '```bash\nexport THE_KEY=abc\n```\n\n```bash\ncurl -H "$THE_KEY" x\n```',
    'programs curl',
  ],
  ['needed once is needed', '`jq -r .a`\n\n```bash\njq . a\n```', 'programs jq'],
  ['CRLF', '```bash\r\njq . a \\\r\n  b\r\ngh pr list\r\n```\r\n', 'programs gh jq'],
  ['nothing', '', ''],
];

describe('what a recipe shows that it needs', () => {
  it.each(TEXTS)('%s', (_what, text, needs) => expect(summary(text)).toBe(needs));

  it('gives the first place of each name: file, line and text', () => {
    const text = '# T\n\nText.\n\n```bash\nsamtools sort a |\n  bcftools call -\nsamtools index b\n```\n';
    expect(findNeeds({ path: 'SKILL.md', text }).needs.programs).toEqual([
      { name: 'bcftools', file: 'SKILL.md', line: 7, text: 'bcftools call -' },
      { name: 'samtools', file: 'SKILL.md', line: 6, text: 'samtools sort a |' },
    ]);
  });

  it('gives the line inside code within code', () => {
    const text = "```bash\npython3 - <<'EOF'\nimport os\nimport pysam\nEOF\n```\n";
    expect(findNeeds({ path: 'SKILL.md', text }).needs.python).toEqual([
      { name: 'pysam', file: 'SKILL.md', line: 4, text: 'import pysam' },
    ]);
  });

  it('counts scripts that it tells to run, with what they load in turn, and leaves others aside', () => {
    const files = [
      { path: 'scripts/run.py', text: '#!/usr/bin/env python3\nimport helpers\nimport rich\n' },
      { path: 'scripts/helpers.py', text: 'import polars\n' },
      { path: 'scripts/extra.py', text: 'import torch\n' },
      { path: 'scripts/go.sh', text: 'source ./lib.sh\nfd x\n' },
      { path: 'scripts/lib.sh', text: 'rg y\n' },
      { path: 'references/more.md', text: '```bash\nhelm template x\n```\n' },
      { path: 'data.bin', text: '' },
    ];
    const text = 'Run it:\n\n```bash\npython3 scripts/run.py\nbash $SKILL_DIR/scripts/go.sh\n```\n';
    expect(summary(text, files)).toBe('programs fd python3 rg helm?, python polars rich torch?');
  });

  it('counts a script that is named in the text', () => {
    const files = [{ path: 'scripts/check.js', text: 'import ky from "ky";\n' }];
    expect(summary('See `scripts/check.js`.', files)).toBe('node ky');
  });

  it('does not take its own files and modules for programs and packages', () => {
    const files = [
      { path: 'tool.py', text: 'import tool\n' },
      { path: 'bin/prep', text: '' },
    ];
    expect(
      summary(
        '```bash\nprep a\ntool.py b\n```\n\n```python\nimport tool\nimport made\n```\n\nwhere `made.py` is yours',
        files,
      ),
    ).toBe('');
  });
});
