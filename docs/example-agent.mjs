// A conversation of five turns with a menu of skills for each, printed as it goes. The model is a script, so no key is needed:
// where a skill is offered it loads the first, reads the first file that the skill lists, and answers.
// usage: npm run example:agent      or: node docs/example-agent.mjs [FOLDER of skills]

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCatalog, skillTools } from 'skillfiche';

// Whoever reads only the beginning has enough.
process.stdout.on('error', () => process.exit(0));

const shipped = join(dirname(fileURLToPath(import.meta.url)), '../collections');
const TURNS = [
  'Hello there!',
  'My web server refuses to start because something else already occupies port 8080.',
  'A supplier sent a comma separated dump and half the rows have shifted columns after loading it.',
  'Thanks, that was it.',
  'One more thing: port 8080 is occupied again. What did you do?',
];
/** Messages whose results of tools stay whole. */
const KEEP = 2;

const print = (line = '') => console.log(line);
const short = (text) => (text.length > 100 ? `${text.slice(0, 99).trimEnd()}…` : text).replaceAll('\n', ' ');
const characters = (messages) => messages.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);

/** What a model would say next: a call of a tool, or an answer. */
function scriptedModel(messages, tools) {
  const sinceUser = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  const results = sinceUser.filter(({ role }) => role === 'tool');
  const load = tools.find(({ name }) => name === 'load_skill');
  if (results.length === 0 && load !== undefined) {
    return { call: 'load_skill', input: { name: load.inputSchema.properties.name.enum[0] } };
  }
  const [, name, path] =
    /read_skill_file\(name="([^"]+)", path=...\):\n- (\S+) \(text/.exec(results[0]?.content ?? '') ?? [];
  if (results.length === 1 && path !== undefined) return { call: 'read_skill_file', input: { name, path } };
  return {
    answer: results.length === 0 ? 'I can say that without a skill.' : 'I follow the recipe that I have loaded.',
  };
}

const catalog = await openCatalog({ roots: [{ id: 'skills', kind: 'bundled', path: process.argv[2] ?? shipped }] });
const view = catalog.view();
let session = view.agentSession({ menu: { size: 3 } });
let messages = [];
for (const [at, turn] of TURNS.entries()) {
  print(`── turn ${at + 1} ${'─'.repeat(60)}`);
  print(`user     ${turn}`);
  messages.push({ role: 'user', content: turn });
  const menu = await session.menu(turn);
  for (const { slug, why } of menu.entries) print(`menu     ${slug}  (${why})`);
  if (menu.tool === undefined)
    print(
      `menu     nothing new fits, so there is no load_skill${menu.report.loaded > 0 ? `; ${menu.report.loaded} that fit are loaded` : ''}`,
    );
  const tools = [...(menu.tool === undefined ? [] : [menu.tool]), ...skillTools(view, { session })];
  for (;;) {
    const { call, input, answer } = scriptedModel(messages, tools);
    if (call === undefined) {
      print(`model    ${answer}`);
      messages.push({ role: 'assistant', content: answer });
      break;
    }
    print(`call     ${call}(${JSON.stringify(input)})`);
    const result = await tools.find(({ name }) => name === call).call(input);
    print(
      `result   ${result.text.length} characters of ${result.id}${result.path === undefined ? '' : `, ${result.path}`}, ${result.digest.slice(0, 19)}…: ${short(result.text)}`,
    );
    messages.push({ role: 'tool', content: result.text });
  }
  const before = characters(messages);
  messages = session.compact(messages, KEEP);
  const activated = await session.activated();
  const kept = activated.filter(({ text }) => messages.some(({ content }) => content === text));
  print(
    `compact  ${before} to ${characters(messages)} characters; word for word there: ${kept.map(({ slug }) => slug).join(', ') || 'nothing yet'}`,
  );
  // Another process could go on from here.
  const state = JSON.stringify(session.state());
  session = view.agentSession({ menu: { size: 3 }, state: JSON.parse(state) });
  print(`state    ${state.length} characters of JSON, taken up by a new session with ${activated.length} loaded`);
  print();
}
