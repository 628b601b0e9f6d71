import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Block, type Piece, parseMarkdown } from '../core/markdown.ts';
import { visible } from '../core/visible.ts';
import { Wide } from './wide.tsx';

/** A text of a tree, made readable. Its headings stand below those of the page. */
export function Markdown({ text }: { readonly text: string }): JSX.Element {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div class="prose" dir="auto">
      {blocks.map((block, at) => (
        // A text that was read does not change its order.
        <BlockPart key={at} block={block} />
      ))}
    </div>
  );
}

function BlockPart({ block }: { readonly block: Block }): JSX.Element {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 1 ? 'h2' : block.level === 2 ? 'h3' : 'h4';
      return (
        <Heading>
          <Pieces of={block.text} />
        </Heading>
      );
    }
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide code is scrolled by keyboard too.
        <pre tabIndex={0}>
          <code>{visible(block.text)}</code>
        </pre>
      );
    case 'item':
      return (
        <p class={`item depth-${block.depth}`}>
          <span class="item-mark">{block.mark}</span>
          <span>
            <Pieces of={block.text} />
          </span>
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <Pieces of={block.text} />
        </blockquote>
      );
    case 'table':
      return <TablePart rows={block.rows} />;
    case 'rule':
      return <hr />;
    default:
      return (
        <p>
          <Pieces of={block.text} />
        </p>
      );
  }
}

function TablePart({ rows }: { readonly rows: readonly (readonly (readonly Piece[])[])[] }): JSX.Element {
  const [head = [], ...body] = rows;
  return (
    <Wide label="Table">
      <table>
        <thead>
          <tr>{head.map(cell)}</tr>
        </thead>
        <tbody>
          {body.map((row, at) => (
            // As above.
            <tr key={at}>{row.map(cell)}</tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function cell(of: readonly Piece[], at: number): JSX.Element {
  return (
    <td key={at}>
      <Pieces of={of} />
    </td>
  );
}

function Pieces({ of }: { readonly of: readonly Piece[] }): JSX.Element {
  return (
    <>
      {of.map(({ kind, text }, at) => {
        const shown = visible(text);
        const key = `${at}`;
        if (kind === 'code') return <code key={key}>{shown}</code>;
        if (kind === 'strong') return <strong key={key}>{shown}</strong>;
        if (kind === 'emphasis') return <em key={key}>{shown}</em>;
        if (kind === 'address') return <span key={key} class="address">{` (${shown})`}</span>;
        return shown;
      })}
    </>
  );
}
