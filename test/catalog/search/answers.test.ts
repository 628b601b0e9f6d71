import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import type { View } from '../../../src/catalog/types.ts';
import { makeTree, skillText } from '../../support/tree.ts';

async function viewOf(skills: Readonly<Record<string, string>>, only?: readonly string[]): Promise<View> {
  const files = Object.entries(skills).map(([name, text]) => {
    const [description = '', ...body] = text.split('\n');
    return [`${name}/SKILL.md`, skillText(name, JSON.stringify(description), body.join('\n'))];
  });
  const path = makeTree(Object.fromEntries(files));
  const catalog = await openCatalog({ roots: [{ id: 'p', kind: 'project', path }], cache: false });
  return catalog.view(only === undefined ? {} : { only });
}

const names = async (view: View, query: string): Promise<string[]> =>
  (await view.searchSkills({ query })).skills.map(({ name }) => name);

const LANGUAGES = {
  'unir-archivos': 'Une varios archivos PDF en un solo documento y conserva los márgenes.',
  'rechnungen-prüfen': 'Prüft Rechnungen auf fehlende Beträge und falsche Steuersätze.',
  'relevés-bancaires': 'Rapproche les relevés bancaires et les écritures comptables.',
  'gijiroku-sakusei': '会議の録音から議事録を作成し、決定事項を一覧にする。',
  'hetong-shencha': '审查合同条款，标出有风险的内容并给出修改建议。',
  'annyeong-beonyeok': '한국어 문서를 번역하고 용어를 통일한다.',
};

describe('a question in another language', () => {
  it.each([
    ['quiero unir varios archivos pdf en un documento', 'unir-archivos'],
    ['conservar margenes', 'unir-archivos'],
    ['Welche Rechnungen haben falsche Steuersätze?', 'rechnungen-prüfen'],
    ['comment rapprocher mes releves bancaires', 'relevés-bancaires'],
    ['会議の議事録を作りたい', 'gijiroku-sakusei'],
    ['帮我审查一份合同', 'hetong-shencha'],
    ['审', 'hetong-shencha'],
    ['문서 번역', 'annyeong-beonyeok'],
  ])('%j finds the skill whose words it shares', async (query, expected) => {
    expect((await names(await viewOf(LANGUAGES), query))[0]).toBe(expected);
  });

  it('finds a character wherever it stands in a run, first, last and alone', async () => {
    const view = await viewOf({ first: '甲乙丙', middle: '丁甲戊', last: '己甲', alone: '甲', none: '乙丙' });
    expect((await names(view, '甲')).sort()).toEqual(['alone', 'first', 'last', 'middle']);
  });

  it('passes over an English word with a typographic apostrophe inside such a text', async () => {
    const view = await viewOf({ a: '我们说Let’s一起', b: '别的东西' });
    expect((await view.searchSkills({ query: 'lets' })).total).toBe(0);
  });
});

describe('words of a query', () => {
  const skills = {
    'lift-grch38': 'Moves coordinates between assemblies.',
    'split-tests': 'Plans an A/B test of two pages and reads its outcome.',
    letters: 'Sorts letters a and b.',
    hooks: 'Runs a program before and after each step of the agent.',
  };

  it('may be the beginning of a word of a name, where nothing else is found', async () => {
    expect(await names(await viewOf(skills), 'grch')).toEqual(['lift-grch38']);
    expect(await names(await viewOf(skills, ['letters']), 'grch')).toEqual([]);
  });

  it('are one where a stroke joins two letters', async () => {
    expect(await names(await viewOf(skills), 'A/B')).toEqual(['split-tests']);
  });

  it('find the skill whose name is one of them, in a long question', async () => {
    const question = 'when my colleague commits something I would like the hooks to complain about it loudly';
    expect((await names(await viewOf(skills), question))[0]).toBe('hooks');
  });
});

describe('an answer in part', () => {
  const skills = {
    invoices: 'Reads invoices and totals them by supplier.',
    suppliers: 'Keeps a list of suppliers with addresses.',
    payroll: 'Computes wages.',
    letters: 'Writes letters.',
    travel: 'Books trips by train.',
  };
  const question = 'wages and labels for shipping in autumn weather';

  it('is marked, is one of three at most, and only stands where nothing answers better', async () => {
    const view = await viewOf(skills);
    const { skills: hits, total } = await view.searchSkills({ query: question });
    expect(hits.length).toBe(total);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(3);
    expect(hits.map(({ match }) => match)).toEqual(hits.map(() => 'weak'));
    const sure = await view.searchSkills({ query: 'total my invoices by supplier' });
    expect(sure.skills[0]?.name).toBe('invoices');
    expect(sure.skills.filter(({ match }) => match !== undefined)).toEqual([]);
  });

  it('is paged like any other', async () => {
    const view = await viewOf(skills);
    const whole = await view.searchSkills({ query: question });
    const pages = [];
    for (let offset = 0; offset < whole.total; offset++) {
      pages.push(...(await view.searchSkills({ query: question, offset, limit: 1 })).skills);
    }
    expect(pages).toEqual(whole.skills);
  });
});

describe('a search while the index is built', () => {
  const many = Object.fromEntries(
    Array.from({ length: 1500 }, (_, at) => [
      `skill-${at}`,
      `Handles case ${at}.\n${`Step ${at} is about zebrawort, in detail and at length. `.repeat(20)}`,
    ]),
  );

  it('answers from names and descriptions and says so; ready() ends that', async () => {
    const view = await viewOf(many);
    const early = await view.searchSkills({ query: 'handles case 77', wait: false });
    expect(early.index).toBe('building');
    expect(early.skills[0]?.name).toBe('skill-77');
    const told: (readonly [number, number])[] = [];
    await view.ready({ onProgress: (skills, total) => told.push([skills, total]) });
    const later = await view.searchSkills({ query: 'zebrawort', wait: false });
    expect(later.index).toBeUndefined();
    expect(later.total).toBe(1500);
    expect(told.at(-1)).toEqual([1500, 1500]);
  });

  it('waits for the whole index unless told otherwise', async () => {
    const result = await (await viewOf(many)).searchSkills({ query: 'zebrawort' });
    expect(result.index).toBeUndefined();
    expect(result.total).toBe(1500);
  });
});
