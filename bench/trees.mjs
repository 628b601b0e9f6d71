// Seeded trees with frontmatter shaped like what 92,000 surveyed files hold. The same seed gives the same bytes.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSION = 2;

function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS =
  'align read call variant count cell cluster gene matrix sample normalise plot table join query parse merge filter index sort archive convert extract validate report schedule monitor deploy encrypt sign verify sequence protein graph model train tune score page search cache log trace'.split(
    ' ',
  );

/** Bytes of body by size of tree: large registries hold small skills. */
const BODY_BYTES = { 562: 17_000, 2500: 5_000, 20000: 1_800, 100000: 900 };

export function bodyBytes(skills) {
  return BODY_BYTES[skills] ?? 2_000;
}

/** The folder of a tree of `skills` members in one collection, made on first use. */
export function generatedTree(skills, seed = 1) {
  const folder = join(tmpdir(), `skillfiche-bench-v${VERSION}-${skills}-${seed}`);
  const done = join(folder, '.complete');
  if (existsSync(done)) return folder;
  rmSync(folder, { recursive: true, force: true });
  const random = randomOf(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const sentence = (words) => Array.from({ length: words }, () => pick(WORDS)).join(' ');
  const collection = join(folder, 'bench');
  mkdirSync(collection, { recursive: true });
  const marker = { schema_version: 1, id: 'bench', prompt_line: 'Bench collection: {count} recipes. Search it first.' };
  writeFileSync(join(collection, 'COLLECTION.json'), JSON.stringify(marker));
  const perCategory = 40;
  for (let at = 0; at < skills; at++) {
    const name = `${pick(WORDS)}-${pick(WORDS)}-${at}`;
    const place = join(collection, `category-${Math.floor(at / perCategory)}`, name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'SKILL.md'), skillText(name, at, random, pick, sentence, bodyBytes(skills)));
    if (random() < 0.4) {
      mkdirSync(join(place, 'references'));
      writeFileSync(join(place, 'references', 'notes.md'), `# Notes\n\n${sentence(40)}\n`);
    }
  }
  writeFileSync(done, '');
  return folder;
}

function skillText(name, at, random, pick, sentence, bytes) {
  const description = `${sentence(14)}. Use when ${sentence(8)}, or ${sentence(6)}.`;
  const styles = [
    () => `description: ${description}`,
    () => `description: "${description} Says \\"now\\"."`,
    () => `description: '${description} It''s ${at}.'`,
    () => `description: >-\n  ${description}\n  ${sentence(9)}.`,
    () => `description: |\n  ${description}\n  ${sentence(5)}.`,
  ];
  const extras = [
    '',
    `license: MIT\n`,
    `tags: [${pick(WORDS)}, ${pick(WORDS)}]\n`,
    `metadata:\n  author: ${pick(WORDS)}\n  version: "1.${at % 20}"\n`,
    `metadata: {"openclaw":{"requires":{"bins":["${pick(['jq', 'git', 'curl', 'samtools'])}"]},"os":["linux","darwin"]}}\n`,
    `requirements:\n  - bin:${pick(['jq', 'rg', 'ffmpeg'])}\n`,
    `allowed-tools: Read, Grep, Bash(git *)\n`,
    `version: 1.${at % 30}\ntool_type: cli\nprimary_tool: ${pick(WORDS)}\n`,
  ];
  // Two in a hundred are flawed the way real ones are.
  const flawed = random() < 0.02;
  const head = flawed
    ? `description: ${sentence(4)}: ${description}`
    : styles[Math.floor(random() * random() * styles.length)]();
  let body = `# ${name}\n\n`;
  while (body.length < bytes * (0.5 + random())) {
    body += `## ${sentence(3)}\n\n${sentence(60)}.\n\n\`\`\`sh\n${pick(WORDS)} --${pick(WORDS)} input.txt\n\`\`\`\n\n`;
  }
  return `---\nname: ${name}\n${head}\n${extras[Math.floor(random() * extras.length)]}---\n\n${body}`;
}
