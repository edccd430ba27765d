import { fileNameOf } from './exported-tables.ts';
import { otherTables } from './other-tables.ts';
import type { ExportedRows } from './read-export.ts';

const style = `
  body { background: #fbfaf7; color: #161a24; font: 16px/1.55 'Instrument Sans', system-ui, sans-serif; margin: 0; }
  main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem 4rem; }
  h1 { font-size: 2.25rem; line-height: 1.12; letter-spacing: -0.015em; margin: 0 0 0.5rem; }
  h2 { font-size: 1.375rem; margin: 3rem 0 1rem; }
  p { margin: 0 0 1rem; } .quiet { color: #565f73; }
  table { border-collapse: collapse; width: 100%; border-top: 1px solid #e4e1d8; }
  th, td { border-bottom: 1px solid #e4e1d8; padding: 0.75rem 1rem 0.75rem 0; text-align: left; vertical-align: top; font-weight: 400; }
  td:last-child { text-align: right; padding-right: 0; font-variant-numeric: tabular-nums; }
  a { color: inherit; text-decoration-color: #c8461a; text-decoration-thickness: 2px; text-underline-offset: 4px; }
  @media (prefers-color-scheme: dark) {
    body { background: #0b0f1a; color: #eef1f8; } .quiet { color: #9aa5bd; }
    table, th, td { border-color: #232b40; } a { text-decoration-color: #ff7a45; }
  }`;

/** The page that opens first: every file with what is in it, and what is not in any, with the reason. */
export function indexPage(
  read: readonly ExportedRows[],
  about: { readonly email: string; readonly at: Date },
): string {
  const time = `${about.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What Comet holds about ${escaped(about.email)}</title>
<style>${style}
</style>
</head>
<body>
<main>
<h1>What Comet holds about you</h1>
<p class="quiet">${escaped(about.email)}, ${time}</p>
<p>Each file is a list in JSON, which any text editor opens. Times are in UTC; amounts are in cents.</p>
<table>
<thead><tr><th scope="col">File</th><th scope="col">What is in it</th><th scope="col">Entries</th></tr></thead>
<tbody>
${read.map(rowOf).join('\n')}
</tbody>
</table>
<h2>What is not in it</h2>
<p>Nothing about your traffic: we keep none of it. And, of what we keep:</p>
<ul>
${leftOut(read)
  .map((sentence) => `<li>${escaped(sentence)}</li>`)
  .join('\n')}
</ul>
</main>
</body>
</html>
`;
}

function rowOf({ from, rows }: ExportedRows): string {
  const file = fileNameOf(from);
  return `<tr><th scope="row"><a href="${file}">${escaped(from.title)}</a></th><td>${escaped(from.about)}</td><td>${rows.length}</td></tr>`;
}

function leftOut(read: readonly ExportedRows[]): readonly string[] {
  const columns = read.flatMap(({ from }) =>
    Object.entries(from.withheld ?? {}).map(
      ([column, reason]) => `${from.title}, ${column.replaceAll('_', ' ')}: ${reason}`,
    ),
  );
  const tables = Object.values(otherTables).filter(({ isAboutPeople }) => isAboutPeople);
  return [...columns, ...tables.map(({ reason }) => reason)];
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
