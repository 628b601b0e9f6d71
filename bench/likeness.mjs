// A large tree in the likeness of a registry that was translated by machine: Chinese prose between English names, commands
// and code, headers with flaws in one of six, folders four deep. Seeded: the same tree every time; no text of others.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSION = 1;
const FIRST_HAN = 0x4e00;
const HAN = 2500;
const HAN_WORDS = 9000;
const ENGLISH_WORDS = 30000;

function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** The folder of a tree of so many skills, made on first use. */
export function likenessTree(skills = 18_000, seed = 1) {
  const folder = join(tmpdir(), `skillfiche-bench-likeness-v${VERSION}-${skills}-${seed}`);
  const done = join(folder, '.complete');
  if (existsSync(done)) return folder;
  rmSync(folder, { recursive: true, force: true });
  const random = randomOf(seed);
  // Few are common and many are rare, as in any language.
  const rank = (most) => Math.min(most - 1, Math.floor(most ** random()) - 1);
  const syllables = 'ba ce di fo gu ka le mi no pu ra se ti vo wu xa ye zi tor lin mak pres dat ser con ver'.split(' ');
  const syllable = () => syllables[Math.floor(random() * syllables.length)];
  const english = Array.from({ length: ENGLISH_WORDS }, (_, at) =>
    Array.from({ length: 1 + Math.floor(random() * (at < 300 ? 2 : 4)) }, syllable).join(''),
  );
  const han = Array.from({ length: HAN_WORDS }, () =>
    Array.from({ length: random() < 0.15 ? 1 : 2 }, () => String.fromCharCode(FIRST_HAN + rank(HAN))).join(''),
  );
  const en = () => english[rank(ENGLISH_WORDS)];
  const zh = () => han[rank(HAN_WORDS)];
  const clause = () =>
    Array.from({ length: 3 + Math.floor(random() * 8) }, () => (random() < 0.06 ? ` ${en()} ` : zh())).join('');
  const chinese = (clauses) => `${Array.from({ length: clauses }, clause).join('，')}。`;
  const words = (count) => Array.from({ length: count }, en).join(' ');
  for (let at = 0; at < skills; at++) {
    const isChinese = random() < 0.8;
    const say = (clauses) => (isChinese ? chinese(clauses) : `${words(clauses * 8)}.`);
    const name = `${en()}-${en()}-${at}`;
    const place = join(folder, 'skills', `owner-${Math.floor(at / 4)}`, name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'SKILL.md'), `${header(name, say, random, en)}${body(name, say, random, en, words)}`);
  }
  writeFileSync(done, '');
  return folder;
}

function header(name, say, random, en) {
  const description = say(4);
  const metadata = `metadata: {"openclaw":{"emoji":"🧰","requires":{"bins":["${en()}","${en()}"],"env":["${en().toUpperCase()}_KEY"]},"install":[{"id":"brew","kind":"brew","formula":"${en()}"}]}}\n`;
  const flaw = random();
  // One in six is broken: no quotes around a colon, a quote that ends early, no closing fence, no fence at all.
  if (flaw < 0.09)
    return `---\nname: ${name}\ndescription: ${en()}: ${description} ${en()}: ${en()}\n${metadata}---\n\n`;
  if (flaw < 0.13) return `---\nname: ${name}\ndescription: "${description}" ${en()}"\n${metadata}---\n\n`;
  if (flaw < 0.14) return `---\nname: ${name}\ndescription: ${description}\n\n`;
  if (flaw < 0.17) return '';
  return `---\nname: ${name}\ndescription: "${description}"\nversion: 1.0.${Math.floor(random() * 9)}\n${random() < 0.5 ? metadata : ''}---\n\n`;
}

function body(name, say, random, en, words) {
  const parts = [`# ${name}\n\n${say(4)}\n`];
  const sections = 2 + Math.floor(random() * 9);
  for (let at = 0; at < sections; at++) {
    parts.push(
      `\n## ${say(1).slice(0, 40).trim()}\n\n${say(7)}\n\n- **${en()}**: ${say(2)}\n- \`${en()}\`: ${say(2)}\n`,
    );
    parts.push(`\n| ${en()} | ${en()} |\n|---|---|\n| ${say(1)} | https://${en()}.example/${en()} |\n`);
    if (random() < 0.7) {
      const lines = Array.from(
        { length: 3 + Math.floor(random() * 8) },
        () => `${en()} --${en()} "$${en().toUpperCase()}" ${words(2)}`,
      );
      parts.push(`\n\`\`\`bash\n# ${say(1)}\n${lines.join('\n')}\n\`\`\`\n`);
    }
  }
  return parts.join('');
}

if (process.argv[1] === import.meta.filename) console.log(likenessTree(Number(process.argv[2] ?? 18_000)));
