import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { DeclaredFields } from '../../../../src/base/types.ts';
import { summarizeFast } from '../../../../src/format/skill/fast/summary.ts';
import { summarizeFull } from '../../../../src/format/skill/fast/summary-full.ts';
import { hasShared, shared } from '../../../support/shared.ts';

/** What one hostile file gives: the name (`null`: none), how the description begins, and each finding with its line. */
interface Case {
  readonly name: string | null;
  readonly begins: string;
  /** Characters of the whole description, where it matters that nothing is lost. */
  readonly length?: number;
  readonly ends?: string;
  readonly found?: readonly string[];
  /** State and value of what is declared; absent: nothing is. */
  readonly declared?: Readonly<Record<string, readonly [DeclaredFields[string]['state'], unknown?]>>;
}

const ok = (value: unknown) => ['ok', value] as const;
const unreadable = ['unreadable'] as const;
const BADLY_NAMED = 'frontmatter/invalid-name 2';

// Lines count from the top of the file, so that an editor finds them; the cases' own notes count from the first key.
const CASES: Readonly<Record<string, Case>> = {
  '001-colon-in-plain': {
    name: 'bio-population-genetics-plink-basics',
    begins: 'Manages PLINK genotype filesets',
    length: 834,
    found: ['yaml/unquoted-colon 3'],
  },
  '002-colon-swallows-metadata': {
    name: 'host-ping',
    begins: 'Detect if a host (IP: 39.106.7.8) is online',
    ends: 'or error if offline.',
    found: ['yaml/unquoted-colon 3'],
    declared: { metadata: ok({ openclaw: { requires: { bins: ['ping'] }, os: ['darwin', 'linux', 'win32'] } }) },
  },
  '003-colon-loses-requirements': {
    name: 'catalyst_sar_screening',
    begins: 'HARD-LOCKED Catalyst-Design-Agent',
    length: 533,
    found: ['yaml/unquoted-colon 3', BADLY_NAMED],
    declared: { requirements: ok(['gpu']) },
  },
  '004-hash-truncates': {
    name: 'bio-vcf-manipulation',
    begins: 'Combine, split, sort',
    length: 368,
    found: ['yaml/comment-in-value 3'],
  },
  '005-hash-truncates-2': {
    name: 'best-practices-for-prompt-engineering-with-the-ope-f26e9557',
    begins: 'Write a simple python function that',
    length: 35,
    found: ['yaml/comment-in-value 3'],
  },
  '007-alias-no-error': { name: 'network-debug', begins: '**调试网络连接问题**', length: 12, found: ['yaml/alias 3'] },
  '008-alias-plus-metadata': { name: 'google', begins: '**Google搜索**', length: 12, found: ['yaml/alias 3'] },
  '009-alias-then-text': {
    name: 'n8nio',
    begins: '**N8n.io 集成**：',
    length: 64,
    found: ['yaml/alias 3'],
    declared: {
      compatibility: ok('Requires network access and a valid Membrane account (Free tier supported).'),
    },
  },
  '010-bold-multiline-body-in-fm': {
    name: 'clawhub',
    begins: '**clawhub** ClawHub 是一个',
    length: 199,
    found: ['yaml/alias 3'],
  },
  '011-dedented-list-in-desc': {
    name: 'search-memory',
    begins: 'OpenClaw支持',
    ends: '查询内存信息。',
    found: ['frontmatter/stray-text 4'],
  },
  '012-dq-col0-continuation': {
    name: 'Bcc',
    begins: '**BCC** – 用于基于 BPF',
    ends: '相关功能会被激活。',
    found: ['yaml/indentation 4', BADLY_NAMED],
  },
  '013-sq-col0-continuation': {
    name: 'SymbolPicker',
    begins: '关于 `SymbolPicker`',
    ends: '或 `.symbolPickerDismiss`。',
    found: ['yaml/indentation 4', BADLY_NAMED],
  },
  '014-dq-then-indented-text': {
    name: 'Debate Helper',
    begins: 'Debate Helper. Use when you need debate helper capabilities. Triggers on: debate helper. 辩论助手。',
    ends: '思辨。',
    found: ['yaml/text-after-quote 4', BADLY_NAMED],
  },
  '015-backtick-start': {
    name: 'plaid',
    begins: '`plaid-cli` 是一个',
    found: ['yaml/reserved-start 3'],
    declared: { metadata: ok({ clawdis: { requires: { bins: ['plaid-cli'] } } }) },
  },
  '016-at-start': { name: 'video-pro', begins: '专业AI视频生成器', length: 47, found: ['yaml/reserved-start 5'] },
  '017-comma-start': {
    name: 'harpa-ai-crafting-exceptional-prompts-for-midjourn-05e5faa9',
    begins: ', and Midjourney would fragment this into',
    found: ['yaml/reserved-start 3'],
  },
  '019-md-link-start': {
    name: 'gembox-skill',
    begins: '[GemBox组件的编程协助](https://www.gemboxsoftware.com/)：',
    length: 330,
    found: ['yaml/flow-then-text 3'],
  },
  '020-bracket-todo-array': {
    name: 'raindrop-io',
    begins: '[TODO: Complete and informative',
    ends: 'tasks that trigger it.]',
    found: ['frontmatter/wrong-type 3', 'frontmatter/placeholder 3'],
  },
  '021-brace-start': {
    name: 'self-identity',
    begins: "{AGENT_NAME}'s evolving personality",
    length: 140,
    found: ['yaml/flow-then-text 3'],
  },
  '023-flow-args': {
    name: 'feishu-leave-request',
    begins: 'Submit a leave request',
    found: ['yaml/flow-then-text 4'],
  },
  '024-flow-args-pipe': {
    name: 'alibaba-supplier-outreach',
    begins: 'Find Alibaba suppliers via LaunchFast',
    length: 386,
    found: ['yaml/flow-then-text 13'],
  },
  '028-flow-unclosed': {
    name: 'google-home',
    begins: 'Control Google Nest devices',
    found: ['frontmatter/unreadable-field 4'],
    declared: { metadata: unreadable },
  },
  '029-flow-close-col0': {
    name: 'zoom-manager',
    begins: 'Manage Zoom meetings via OAuth API.',
    declared: {
      metadata: ok({
        clawdbot: {
          requires: { bins: ['node'] },
          secrets: ['ZOOM_CLIENT_ID', 'ZOOM_CLIENT_SECRET', 'ZOOM_ACCOUNT_ID'],
        },
      }),
    },
  },
  // The stray list stays as a key of `requires`: what cannot be understood there must not get lost.
  '030-flow-setlike-map': {
    name: 'calculator',
    begins: 'A simple calculator skill',
    found: ['yaml/odd-key 5'],
    declared: { metadata: ok({ clawdbot: { requires: { bins: ['bc'], '["touch"]': null } } }) },
  },
  '031-flow-bad-nesting': {
    name: 'browserwing',
    begins: '通过 HTTP API 控制浏览器',
    found: ['frontmatter/unreadable-field 5'],
    declared: { metadata: unreadable },
  },
  '032-flow-md-escaped': {
    name: 'novafon\\_api',
    begins: 'Novafon Data API',
    found: ['frontmatter/unreadable-field 7', 'frontmatter/invalid-name 3'],
    declared: { metadata: unreadable },
  },
  // The case would take the part in brackets. It lacks a closing bracket as 028 does, so that nobody knows what its
  // author meant to be inside: unreadable, as there, and never a part that looks whole.
  '033-flow-then-block': {
    name: 'water-coach',
    begins: 'Hydration tracking and coaching skill.',
    found: ['frontmatter/unreadable-field 5'],
    declared: {
      compatibility: ok('Requires python3, openclaw cron feature, heartbeat feature'),
      metadata: unreadable,
    },
  },
  '034-json-surrogates': {
    name: 'voice-transcriber',
    begins: 'Voice note transcription',
    declared: {
      compatibility: ok('curl, jq, Deepgram API key'),
      metadata: ok({
        openclaw: { requires: { env: ['DEEPGRAM_API_KEY'], bins: ['curl', 'jq'] } },
      }),
    },
  },
  '035-bad-dq-escape': {
    name: 'hide-my-email',
    begins: 'Generate Apple Hide My Email addresses',
    found: ['yaml/bad-escape 8'],
    declared: { metadata: ['recovered', { openclaw: { os: ['macos'], requires: { bins: ['hme'] } } }] },
  },
  '036-merge-conflict': {
    name: 'obsidian-daily',
    begins: 'Manage Obsidian Daily Notes via obsidian-cli.',
    length: 319,
    found: ['frontmatter/merge-conflict 4'],
    // It stands between the markers: which side holds is not ours to say.
    declared: { metadata: unreadable },
  },
  '037-md-heading-and-table': {
    name: 'molthunt',
    begins: 'The launchpad for agent-built projects. Submit, hunt, upvote, and earn coins for every project.',
    length: 95,
    found: ['frontmatter/unterminated 1', 'frontmatter/heading-key 3'],
  },
  '038-unterminated-glued': {
    name: 'minimal',
    begins: '**测试**',
    length: 6,
    found: ['frontmatter/glued-fence 4', 'yaml/alias 3'],
  },
  '039-unterminated-eof': { name: 's', begins: 'asd', length: 3, found: ['frontmatter/unterminated 1'] },
  '040-unterminated-large': {
    name: 'communication',
    begins: 'Deep Listening & Response Crafting',
    length: 769,
    found: ['frontmatter/unterminated 1'],
  },
  '041-close-six-dashes': {
    name: 'kilocli-coding-agent',
    begins: '通过后台进程运行 Kilo CLI',
    found: ['frontmatter/glued-fence 16'],
    declared: {
      metadata: ok({
        openclaw: {
          requires: { env: ['GITHUB_TOKEN'], bins: ['kilo', 'git', 'gh', 'tmux'] },
        },
      }),
    },
  },
  '042-close-glued-then-trailing-ws': {
    name: 'CertCheck',
    begins: 'SSL/TLS证书检查与分析工具。',
    found: ['frontmatter/glued-fence 8', BADLY_NAMED],
  },
  '043-close-trailing-ws': {
    name: 'modelready',
    begins: '您可以立即通过聊天直接开始使用本地模型',
    declared: { metadata: ok({ openclaw: { requires: { bins: ['bash', 'curl'] }, env: ['URL'] } }) },
  },
  // Not one key can be made out: the first paragraph of the body stands in.
  '044-open-trailing-ws': {
    name: null,
    begins: 'Netsnek 是 Netsnek e.U.',
    length: 79,
    found: ['frontmatter/not-a-map 2', 'frontmatter/no-name 1', 'frontmatter/no-description 1'],
  },
  '045-leading-blank-line': {
    name: 'ralph',
    begins: 'Generate Claude Code, Gemini CLI',
    found: ['frontmatter/leading-blank 1'],
  },
  '046-bom': {
    name: 'quantum-messenger-im',
    begins: '帮助中国电信同人',
    found: ['frontmatter/bom 1'],
    declared: {
      metadata: ok({
        openclaw: { requires: { bins: ['node'], env: ['QUANTUM_KEY'] } },
      }),
    },
  },
  '047-bom-crlf': {
    name: 'MX_MacroData',
    begins: '通过自然语言查询宏观经济数据',
    found: ['frontmatter/bom 1', BADLY_NAMED],
    declared: { metadata: ok({ openclaw: { requires: { env: ['EM_API_KEY'], bins: ['python3', 'pip3'] } } }) },
  },
  '048-crlf-folded': {
    name: 'adaptive-suite',
    begins: 'A continuously adaptive skill suite that empowers Clawdbot to act as a versatile coder, business analyst,',
    ends: 'across multiple domains.',
    declared: {
      metadata: ok({
        moltbot: { requires: { bins: ['python', 'node', 'curl', 'sqlite3'], env: ['FREE_API_KEYS'] } },
      }),
    },
  },
  '049-eol-mixed-in-fm': { name: 'jqopenclaw-node-invoker', begins: '统一通过 Gateway', length: 348 },
  '051-fenced-skill': {
    name: null,
    begins: 'Connect your OpenClaw agent to **OpenBot Social World**',
    found: ['frontmatter/missing 1'],
  },
  '052-bare-keys': { name: null, begins: 'name: hvac_estimate_takeoff', found: ['frontmatter/missing 1'] },
  '053-html-comment-first': {
    name: null,
    begins: '**IMPORTANT (must do every time)',
    found: ['frontmatter/missing 1'],
  },
  '054-quote-first': { name: null, begins: 'Related: [[AGENTS]]', found: ['frontmatter/missing 1'] },
  '055-single-line-fm': { name: null, begins: '--- name: File-Repair', found: ['frontmatter/missing 1'] },
  '056-multipart-body': { name: null, begins: '-----', found: ['frontmatter/missing 1'] },
  '057-rtf': { name: null, begins: '{\\rtf1', found: ['frontmatter/missing 1'] },
  '058-empty-file': { name: null, begins: '', length: 0, found: ['frontmatter/missing'] },
  '059-nul-bytes': {
    name: 'contentgroove',
    begins: 'ContentGroove integration. . Use when',
    found: ['frontmatter/stripped-characters 3'],
    declared: {
      compatibility: ok('Requires network access and a valid Membrane account (Free tier supported).'),
    },
  },
  '060-mojibake-c1': {
    name: 'ai-image-prompts-for-eye-catching-marketing-creati-4e43d568',
    begins: 'formula:',
    found: ['frontmatter/stripped-characters 3'],
  },
  '061-c0-in-key': {
    name: 'outlook',
    begins: '通过 Microsoft Graph API',
    found: ['frontmatter/stripped-characters 3'],
    declared: {
      metadata: ok({ openclaw: { requires: { bins: ['python3'], python_packages: ['requests'] } } }),
    },
  },
  '062-invalid-utf8': {
    name: null,
    begins: 'Inteligentna transkrypcja i kategoryzacja notatek g\uFFFDosowych',
    found: ['encoding/invalid-utf8 3', 'frontmatter/missing 1'],
  },
  '063-fffd-name': {
    name: 'Canary \uFFFD Agent Safety Tripwire System',
    begins: 'AI代理的安全监控',
    found: ['encoding/replacement-character 2', BADLY_NAMED],
  },
  '065-dup-key-version': {
    name: 'whatsapp-ultimate',
    begins: 'WhatsApp skill with a 3-rule security gate.',
    found: ['frontmatter/duplicate-key 4'],
    declared: { metadata: ok({ openclaw: { requires: { channels: ['whatsapp'] } } }) },
  },
  // The first `metadata` is a list of words and the second holds no requirement: nothing is lost. Where both say
  // something, the field is unreadable (declared.test.ts).
  '066-dup-key-metadata': {
    name: 'session-guardian',
    begins: 'Never lose a conversation again.',
    found: ['frontmatter/duplicate-key 8'],
  },
  '067-date-value': { name: 'ceo-advisor', begins: 'Executive leadership guidance', length: 509 },
  '069-hex-address-float': {
    name: 'avantis',
    begins: '在 Avantis',
    declared: {
      metadata: ok({
        requires: ['Python 3.12+', 'avantis-trader-sdk', { Wallet: '0x79622Ea91BBbDF860e9b0497E4C297fC52c8CE64' }],
      }),
    },
  },
  '070-numeric-name': { name: '8004', begins: 'ERC-8004 代理信任协议', found: ['frontmatter/wrong-type 2'] },
  '071-float-version': { name: 'Content ID Guide', begins: 'A calm way for creators', found: [BADLY_NAMED] },
  '072-on-in-list': { name: 'experience-smoke-on-the-sound', begins: '十二磅的牛腩肉', length: 168 },
  '073-metadata-json-string': {
    name: 'swarmvault',
    begins: 'Use SwarmVault when the user needs',
    declared: { metadata: ok(expect.stringContaining('"requires":{"anyBins":["swarmvault","vault"]}')) },
  },
  '074-not-a-map': {
    name: null,
    begins: 'Netsnek e.U.',
    length: 80,
    found: ['frontmatter/not-a-map 2', 'frontmatter/no-name 1', 'frontmatter/no-description 1'],
  },
  // No second line of dashes closes what the first one opens, and not one key can be made out.
  '075-translated-keys': {
    name: null,
    begins: '名称：korail-manager 版本：0.1.0 描述：',
    found: ['frontmatter/unterminated 1', 'frontmatter/no-name 1', 'frontmatter/no-description 1'],
  },
  '076-html-entities': {
    name: 'secure-install',
    begins: '通过 https://www.koi.ai/',
    found: ['frontmatter/unreadable-field 9'],
    declared: { metadata: unreadable },
  },
  '077-no-name': { name: null, begins: 'Track and add deliveries via Parcel API.', found: ['frontmatter/no-name 1'] },
  // A file without frontmatter is listed with an error, under its folder's name.
  '078-no-frontmatter': {
    name: null,
    begins: 'Trade on the Molt Trader simulator',
    found: ['frontmatter/missing 1'],
  },
  '079-empty-description': {
    name: 'Linear Issue Manager',
    begins: 'Basic usage or getting-started notes:',
    length: 67,
    found: [BADLY_NAMED, 'frontmatter/no-description 4'],
  },
  '080-long-name': {
    name: 'Catch agent-era CI/CD and permission misconfigurations before shipping with Ship Safe',
    begins: 'Run Ship Safe before a release',
    found: [BADLY_NAMED],
  },
  '081-name-dashdash': { name: '--help', begins: '**该技能的简要描述：**', found: [BADLY_NAMED] },
  '082-emoji-name': { name: 'The HIVE 🐝🚀', begins: '加入这个高风险的', found: [BADLY_NAMED] },
  '083-colon-name': { name: 'kradleverse:act', begins: '在 Kradleverse', found: [BADLY_NAMED] },
  '084-long-description': {
    name: 'database-lookup',
    begins: 'Search 78 public',
    length: 1_929,
    found: ['frontmatter/long-description 3'],
  },
  '085-sq-multiline': {
    name: 'debugger',
    begins: 'Debugging specialist for errors, test failures, and unexpected\nbehavior. Use proactively',
    ends: 'any issues.',
  },
  '086-comments-nested': {
    name: 'boltz',
    begins: 'Structure prediction for protein',
    declared: { requirements: ok(['gpu']) },
  },
  '087-os-string': {
    name: 'PersonalDataHub',
    begins: '通过 PersonalDataHub',
    found: [BADLY_NAMED],
    declared: { os: ok('darwin, linux, win32') },
  },
  '088-bins-alternatives': {
    name: 'voice-log',
    begins: '**使用 Soniox',
    declared: {
      metadata: ok({
        openclaw: {
          requires: expect.objectContaining({
            bins: ['node', 'arecord|rec|ffmpeg'],
            env: { SONIOX_API_KEY: 'required - Soniox API key' },
          }),
        },
      }),
    },
  },
  '089-bins-objects': {
    name: 'kannaka-eye',
    begins: '这款字形查看器',
    declared: {
      metadata: ok({
        openclaw: expect.objectContaining({
          requires: { bins: [{ name: 'node', label: 'Node.js 18+ — required to run server.js' }], env: [] },
        }),
      }),
    },
  },
  '090-bins-or-path': {
    name: 'ghost-browser',
    begins: '使用 nodriver',
    declared: {
      metadata: ok({
        openclaw: {
          requires: {
            bins: ['python3', 'google-chrome||chromium||/Applications/Google Chrome.app'],
            pip: ['nodriver>=0.38'],
          },
        },
      }),
    },
  },
  '091-env-objects': {
    name: 'sonarr-fixed',
    begins: '**功能说明：**',
    declared: {
      metadata: ok({
        openclaw: expect.objectContaining({
          requires: expect.objectContaining({
            bins: ['curl', 'jq'],
            env: expect.arrayContaining([expect.objectContaining({ name: 'SONARR_URL', optional: 'true' })]),
          }),
        }),
      }),
    },
  },
  '092-env-csv-string': {
    name: 'signalhire',
    begins: '通过 SignalHire API',
    declared: {
      metadata: ok({
        openclaw: {
          requires: { env: 'SIGNALHIRE_API_KEY,SIGNALHIRE_CALLBACK_URL' },
        },
      }),
    },
  },
  '093-requires-skills': { name: 'govern', begins: '在采取任何行动之前', declared: { requires: ok(['x402']) } },
  '094-two-vendor-blocks': {
    name: 'codexmonitor',
    begins: 'List/inspect/watch local OpenAI Codex sessions',
    declared: {
      metadata: ok({
        moltbot: { os: ['darwin'], requires: { bins: ['codexmonitor'] } },
        openclaw: { requires: { bins: ['codexmonitor'] } },
      }),
    },
  },
  '095-top-and-vendor': {
    name: 'totoxu-montecarlo',
    begins: '**Monte Carlo Crypto Trading Core**',
    declared: {
      requires: ok({ binaries: ['python3'], env: ['SKILL_BILLING_API_KEY', 'SKILL_ID'] }),
      metadata: ok({ clawdbot: { requires: { env: ['SKILL_BILLING_API_KEY', 'SKILL_ID'] } } }),
    },
  },
  '096-anybins': {
    name: 'bioskills',
    begins: 'Installs 425 bioinformatics skills',
    declared: {
      metadata: ok({
        openclaw: { requires: { bins: ['git'], anyBins: ['python3', 'Rscript'] }, os: ['darwin', 'linux'] },
      }),
    },
  },
  '097-compat-list-of-maps': {
    name: 'Azure CLI',
    begins: 'Comprehensive Azure Cloud Platform management',
    found: ['frontmatter/wrong-type 10', BADLY_NAMED],
    declared: { compatibility: ['recovered', expect.stringMatching(/^- platform: macOS\n {2}min_version: "10.12"\n/)] },
  },
  // Which of the two spellings counts is decided where folders are walked.
  '098-case-collision-upper': { name: 'mia-content-creator', begins: '跨平台的人工智能代理内容创作与盈利模式' },
  '099-case-collision-lower': { name: 'mia-content-creator', begins: 'AI agent content creation and monetization' },
  // What is wrong with these two bodies is told by `validate`: format.test.ts.
  '100-second-frontmatter': {
    name: 'flow',
    begins: 'Intelligent skill orchestrator',
    length: 102,
    found: ['frontmatter/second-block 6'],
  },
  '102-bidi-body': {
    name: 'gif-whatsapp',
    begins: '在 WhatsApp 上搜索并发送 GIF',
    declared: {
      metadata: ok({ clawdbot: { requires: { bins: ['gifgrep', 'ffmpeg', 'curl'] }, requiresTools: ['message'] } }),
    },
  },
};

describe.skipIf(!hasShared)('hostile frontmatter from real trees', () => {
  test('the table names every file there is', () => {
    const files = readdirSync(shared('cases', 'frontmatter')).filter((file) => file.endsWith('.md'));
    expect(Object.keys(CASES).sort()).toEqual(files.map((file) => file.slice(0, -3)).sort());
  });

  test.each(Object.entries(CASES))('%s', (file, expected) => {
    const bytes = readFileSync(shared('cases', 'frontmatter', `${file}.md`));
    const summary = summarizeFull(bytes);
    expect(summary.name ?? null).toBe(expected.name);
    expect(summary.description.slice(0, expected.begins.length)).toBe(expected.begins);
    if (expected.length !== undefined) expect(summary.description).toHaveLength(expected.length);
    if (expected.ends !== undefined) expect(summary.description.slice(-expected.ends.length)).toBe(expected.ends);
    expect(summary.description).not.toMatch(/[\r\0]/u);
    const found = summary.findings.map(({ code, line }) => (line === undefined ? code : `${code} ${line}`));
    expect(found).toEqual(expected.found ?? []);
    const declared = Object.entries(summary.declared ?? {}).map(([key, { state, value }]) => [key, [state, value]]);
    const wanted = Object.entries(expected.declared ?? {}).map(([key, [state, value]]) => [key, [state, value]]);
    expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(wanted));
    for (const { hint, severity } of summary.findings) if (severity === 'error') expect(hint).toBeTruthy();
    const fast = summarizeFast(bytes);
    if (fast !== undefined) expect(fast).toEqual(summary);
  });
});
