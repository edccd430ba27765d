/** The address of each font of the console. */
export type FaceAddresses = Readonly<Record<'heading' | 'text' | 'mono', string>>;

/** The console's style sheet: the brand's colors for light and dark themes, without a script. */
export function consoleStyle({ heading, text, mono }: FaceAddresses): string {
  return `
@font-face { font-family: "Bricolage Grotesque"; src: url("${heading}") format("woff2"); font-weight: 200 800; font-display: swap; }
@font-face { font-family: "Instrument Sans"; src: url("${text}") format("woff2"); font-weight: 400 700; font-display: swap; }
@font-face { font-family: "Geist Mono"; src: url("${mono}") format("woff2"); font-weight: 100 900; font-display: swap; }
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfaf7, #0b0f1a); --raised: light-dark(#fff, #121828); --warm: light-dark(#fdf1e7, #1d1a22);
  --line: light-dark(#e4e1d8, #232b40); --edge: light-dark(#8a8a8e, #5f6b89);
  --text: light-dark(#161a24, #eef1f8); --quiet: light-dark(#565f73, #9aa5bd);
  --comet: light-dark(#c8461a, #ff7a45); --on-comet: light-dark(#fff, #160a04); --trail: light-dark(#e8b083, #ffc48a);
  --safe: light-dark(#0b7a4b, #3ddc97); --warn: light-dark(#8a5a00, #f2b84b); --danger: light-dark(#b3261e, #ff6b6b);
}
${frame}${content}${forms}${narrow}`;
}

/** Header, navigation and search. */
const frame = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 0.9375rem/1.5 "Instrument Sans", ui-sans-serif, system-ui, sans-serif; font-variant-numeric: tabular-nums; text-rendering: geometricPrecision; -webkit-text-size-adjust: 100%; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 0.5rem; z-index: 1; background: var(--raised); padding: 0.5rem 0.75rem; }
body > header { background: var(--raised); border-bottom: 1px solid var(--line); padding: 0 1.5rem; }
body > header > div { max-width: 75rem; margin: 0 auto; }
main { max-width: 78rem; margin: 0 auto; }
.bar { display: flex; align-items: center; gap: 1.5rem; min-height: 4rem; }
.mark { display: inline-flex; align-items: center; gap: 0.5rem; font: 600 1.25rem/1 "Bricolage Grotesque", ui-sans-serif, system-ui, sans-serif; letter-spacing: -0.015em; color: inherit; text-decoration: none; white-space: nowrap; }
.mark svg { width: 1.375rem; height: 0.875rem; }
.mark small { font: 500 0.8125rem/1 "Instrument Sans", ui-sans-serif, system-ui, sans-serif; letter-spacing: 0; color: var(--quiet); border-left: 1px solid var(--line); padding-left: 0.625rem; margin-left: 0.125rem; }
.search { flex: 1 1 auto; max-width: 34rem; margin: 0 auto; position: relative; }
.search svg { position: absolute; left: 0.75rem; top: 50%; width: 1rem; height: 1rem; translate: 0 -50%; color: var(--quiet); pointer-events: none; }
.search input { width: 100%; min-height: 2.5rem; padding-left: 2.25rem; background: var(--ground); border-color: var(--edge); }
#menu { position: static; inset: auto; width: auto; height: auto; margin: 0 auto; border: 0; padding: 0; background: none; color: inherit; overflow: visible; }
nav { display: flex; gap: 1.5rem; }
nav a { flex: none; color: var(--quiet); text-decoration: none; padding: 0.5rem 0 0.625rem; border-bottom: 2px solid transparent; }
nav a:hover { color: var(--text); }
nav a[aria-current="page"] { color: var(--text); font-weight: 600; border-color: var(--comet); }
.own { display: flex; gap: 1.25rem; align-items: center; margin-bottom: 0.25rem; }
.own a { color: var(--quiet); text-decoration: none; }
.own a:hover, .own a[aria-current="page"] { color: var(--text); }
main { padding: 2rem 1.5rem 4rem; }
@media (min-width: 40.01rem) {
  #menu { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: center; justify-content: space-between; }
  .menu-button { display: none; }
}
`;

/** Headings, cards, tables and lists. */
const content = `
h1, h2 { font-family: "Bricolage Grotesque", ui-sans-serif, system-ui, sans-serif; font-weight: 600; letter-spacing: -0.015em; text-wrap: balance; }
h1 { font-size: clamp(1.75rem, 4vw, 2.25rem); line-height: 1.15; margin: 0 0 0.375rem; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 0 0 0.5rem; }
p { margin: 0 0 1rem; max-width: 46rem; text-wrap: pretty; }
.lead { color: var(--quiet); margin-bottom: 1.5rem; }
.quiet { color: var(--quiet); }
.small { font-size: 0.8125rem; }
a { color: inherit; text-decoration: underline; text-decoration-color: var(--comet); text-decoration-thickness: 1.5px; text-underline-offset: 4px; }
a:hover { text-decoration-thickness: 2px; }
code, .mono { font-family: "Geist Mono", ui-monospace, monospace; font-size: 0.8125rem; overflow-wrap: anywhere; }
.card { background: var(--raised); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem 1.5rem; margin: 1.25rem 0 0; }
.card > :last-child { margin-bottom: 0; }
.card > p:empty { display: none; }
.head { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: baseline; justify-content: space-between; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.25rem; margin-top: 1.25rem; }
.pair > .card { margin: 0; }
.pair > :last-child:nth-child(odd) { grid-column: 1 / -1; }
.card + .lead { margin-top: 1.25rem; }
.figure { font: 600 2.25rem/1.1 "Bricolage Grotesque", ui-sans-serif, system-ui, sans-serif; letter-spacing: -0.02em; margin: 0 0 0.25rem; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.625rem; }
.figure small { font: 400 0.875rem/1.4 "Instrument Sans", ui-sans-serif, system-ui, sans-serif; letter-spacing: 0; color: var(--quiet); }
.work { display: flex; flex-direction: column; }
.work.open { border-top: 3px solid var(--comet); padding-top: calc(1.25rem - 2px); }
.work ul { list-style: none; margin: 0.5rem 0 0; padding: 0; }
.work li { display: flex; gap: 1rem; justify-content: space-between; align-items: baseline; padding: 0.5rem 0; border-top: 1px solid var(--line); }
.work li > :first-child { min-width: 0; flex: 0 1 auto; overflow-wrap: anywhere; }
.work li > :last-child { flex: none; color: var(--quiet); font-size: 0.875rem; }
.work pre { margin-bottom: 0; }
.work > .more { margin: auto 0 0; padding-top: 0.875rem; font-size: 0.875rem; font-weight: 500; }
.state::before { content: ""; flex: none; width: 0.5rem; height: 0.5rem; border-radius: 50%; background: var(--edge); }
.state.good::before { background: var(--safe); }
.state { display: inline-flex; align-items: baseline; gap: 0.5rem; }
.state.warn::before { background: var(--warn); }
.state.bad::before { background: var(--danger); }
.state.bad { color: var(--danger); }
.tabs { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.75rem 0 1.25rem; padding: 0; list-style: none; }
.tabs a { display: block; padding: 0.375rem 0.875rem; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); text-decoration: none; }
.tabs a:hover { border-color: var(--edge); }
.tabs a[aria-current="page"] { border-color: var(--comet); font-weight: 600; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 0.625rem 1.25rem 0.625rem 0; border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
tbody tr:last-child td { border-bottom: 0; padding-bottom: 0.125rem; }
th { font-weight: 400; color: var(--quiet); font-size: 0.8125rem; white-space: nowrap; padding-top: 0; }
td:first-child { min-width: 9rem; }
@media (min-width: 40.01rem) { td .name { white-space: nowrap; } }
td[data-empty="true"] { color: var(--quiet); }
td small { display: block; margin-top: 0.125rem; color: var(--quiet); font-size: 0.8125rem; }
time, time + .quiet, p .name { white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); margin: 0; }
dt, dd { margin: 0; padding: 0.5rem 1.5rem 0.5rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
dt:last-of-type, dd:last-of-type { border-bottom: 0; }
dt { color: var(--quiet); }
dd time { white-space: normal; }
.said { border-left: 3px solid var(--line); padding-left: 0.875rem; margin: 0 0 1.25rem; max-width: 46rem; }
.said.ours { border-color: var(--comet); }
.said p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
pre { margin: 0.5rem 0 1rem; padding: 0.75rem 1rem; background: var(--warm); border-radius: 10px; white-space: pre-wrap; overflow-wrap: anywhere; }
.charts { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); align-items: end; }
figure { margin: 0; min-width: 0; }
figcaption { display: grid; margin-bottom: 0.375rem; font-size: 0.875rem; }
.chart { display: block; width: 100%; height: 7.5rem; border-bottom: 1px solid var(--line); background: var(--ground); overflow: visible; }
.chart path { fill: none; stroke: var(--comet); stroke-width: 2; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.chart .limit { stroke: var(--danger); stroke-dasharray: 4 4; vector-effect: non-scaling-stroke; }
.axis { display: flex; justify-content: space-between; margin: 0.25rem 0 0; max-width: none; }
details { margin-top: 1rem; }
td details, td form.act + details { margin-top: 0.375rem; }
summary { cursor: pointer; font-size: 0.875rem; font-weight: 500; }
summary + * { margin-top: 0.75rem; }
.narrow { max-width: 30rem; margin: 4vh auto 0; padding: 2rem; }
.narrow h1 { margin-bottom: 0.625rem; }
.narrow form.tall { max-width: none; }
.note { border-left: 3px solid var(--comet); background: var(--raised); padding: 0.875rem 1rem; max-width: 46rem; }
.note.wrong { border-color: var(--danger); }
.qr { width: 12rem; height: 12rem; background: #fff; padding: 0.5rem; }
.hints { margin: 0; padding: 0 0 0 1.125rem; }
.hints li { padding: 0.1875rem 0; }
:focus-visible { outline: 2px solid var(--comet); outline-offset: 3px; }
`;

const forms = `
form.act { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; margin: 1rem 0 0; }
h2 + form.act, td form.act { margin: 0; }
td form.act + form.act { margin-top: 0.625rem; }
[hidden] { display: none !important; }
form.tall { display: grid; gap: 1rem; max-width: 26rem; margin-top: 1.25rem; }
label { display: grid; min-width: 0; gap: 0.3125rem; font-size: 0.875rem; font-weight: 500; }
.confirmation { display: flex; align-items: center; gap: 0.5rem; min-height: 2.5rem; }
.confirmation input { min-height: 0; width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--comet); }
input, textarea, select { max-width: 100%; font: inherit; font-weight: 400; font-size: 0.9375rem; color: inherit; background: var(--raised); border: 1px solid var(--edge); border-radius: 10px; min-height: 2.5rem; padding: 0.375rem 0.75rem; }
input:placeholder-shown { text-overflow: ellipsis; }
::placeholder { color: var(--quiet); opacity: 1; }
textarea { width: min(46rem, 100%); min-height: 8rem; resize: vertical; }
form.act label:has(textarea) { flex-basis: 100%; }
button, .button { font: inherit; font-weight: 600; min-height: 2.5rem; padding: 0.375rem 1rem; border-radius: 10px; border: 1px solid transparent; background: var(--comet); color: var(--on-comet); cursor: pointer; white-space: nowrap; }
.button { display: inline-flex; align-items: center; text-decoration: none; }
button.second { background: none; color: var(--text); border-color: var(--edge); }
button.danger { background: none; color: var(--danger); border-color: var(--danger); }
button.bare { background: none; color: var(--quiet); border: 0; padding: 0; min-height: 1.75rem; font-weight: 400; }
button.bare:hover { color: var(--text); }
`;

/** On a phone, rows of tables become blocks with a label for each cell. */
const narrow = `
@media (max-width: 52rem) {
  .pair { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 40rem) {
  body > header { padding: 0 1rem; }
  main { padding: 1.5rem 1rem 3rem; }
  #menu { inset: 3.5rem 1rem auto; position: absolute; width: auto; background: var(--raised); border: 1px solid var(--edge); border-radius: 10px; padding: 0.5rem 1rem 0.75rem; }
  nav { flex-direction: column; gap: 0; }
  nav a { padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
  nav a[aria-current="page"] { border-color: var(--line); color: var(--comet); }
  .own { justify-content: space-between; padding-top: 0.5rem; }
  .own a { padding: 0.75rem 0; }
  #menu button { min-height: 2.75rem; }
  .narrow { margin-top: 0; padding: 1.25rem; }
  .bar { flex-wrap: wrap; gap: 0 1rem; padding: 0.75rem 0; justify-content: space-between; }
  .search { order: 1; flex-basis: 100%; max-width: none; margin: 0.625rem 0 0; }
  .card { padding: 1rem; }
  table, tbody, tr, td { display: block; }
  thead { position: absolute; left: -999rem; }
  tr { padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
  tbody tr:first-child { padding-top: 0; }
  tbody tr:last-child { border-bottom: 0; padding-bottom: 0; }
  td { border: 0; padding: 0.125rem 0; display: flex; gap: 1rem; justify-content: space-between; text-align: right; overflow-wrap: anywhere; }
  td:first-child { min-width: 0; display: block; text-align: left; font-weight: 500; padding-bottom: 0.25rem; }
  td:first-child::before { content: none; }
  td[data-empty="true"] { display: none; }
  td::before { content: attr(data-label); color: var(--quiet); flex: none; text-align: left; }
  td small { font-weight: 400; }
  dl { grid-template-columns: minmax(0, 1fr); }
  dt { border: 0; padding: 0.5rem 0 0; font-size: 0.8125rem; }
  dd { padding: 0 0 0.5rem; }
  form.act label, form.act input:not([type="checkbox"]) { width: 100%; }
  form.act > button { flex: 1 1 auto; }
  td form.act > button { flex: none; }
}
`;
