import { posix } from 'node:path';
import { FOLDER_RULES, LAYERS, RESTRICTED_EXPORTS } from './folder-rules.ts';

const DEEPEST_FOLDERS_FIRST = Object.entries(FOLDER_RULES).toSorted(
  ([, one], [, other]) => other.folder.length - one.folder.length,
);

/** The name of the package that contains a repository path, or null. */
function packageOf(path: string): string | null {
  const entry = DEEPEST_FOLDERS_FIRST.find(([, rule]) => path.startsWith(`${rule.folder}/`));
  return entry?.[0] ?? null;
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /(^|\/)test\//.test(path);
}

/** Splits a path after `features/NAME`; returns the feature's name and the rest, or null outside features/. */
function featureOf(path: string): { name: string; rest: string } | null {
  const match = /\/src\/features\/([^/]+)\/(.+)$/.exec(path);
  return match ? { name: match[1] ?? '', rest: match[2] ?? '' } : null;
}

/** Returns why `importer` (a path from the repository's root, with forward slashes) must not import `specifier`; null if it may. */
export function refusal(importer: string, specifier: string): string | null {
  const from = packageOf(importer);
  if (from === null) return null;
  if (specifier.startsWith('.')) {
    return refuseWithin(importer, posix.join(posix.dirname(importer), specifier), from);
  }
  const to = /^@comet\/[^/]+/.exec(specifier)?.[0];
  return to === undefined || to === from ? null : refuseBetween(importer, from, specifier, to);
}

function refuseWithin(importer: string, target: string, from: string): string | null {
  if (packageOf(target) !== from) {
    return 'Import another package by its name, so that its exports decide what others may use.';
  }
  const layers = refuseUpwards(importer, target);
  if (layers !== null) return layers;
  const own = featureOf(importer);
  const other = featureOf(target);
  if (other === null) return null;
  if (/\/src\/platform\//.test(importer)) {
    return 'platform/ imports no feature: features are built on it, and a cycle would couple them all.';
  }
  if (own !== null && own.name !== other.name && other.rest !== 'index.ts') {
    return `A feature imports another only through its public API: import features/${other.name}/index.ts.`;
  }
  return null;
}

/**
 * Returns why a folder of an app with layers must not import `target`, if that is not in a lower layer; else null. Tests may import from
 * every layer.
 */
function refuseUpwards(importer: string, target: string): string | null {
  const entry = Object.entries(LAYERS).find(([folder]) => importer.startsWith(`${folder}/`));
  if (entry === undefined || isTest(importer)) return null;
  const [root, layers] = entry;
  const folderOf = (path: string): string | null =>
    /^([^/]+)\//.exec(path.startsWith(`${root}/`) ? path.slice(root.length + 1) : '')?.[1] ?? null;
  const own = folderOf(importer);
  const other = folderOf(target);
  // Files directly in the root compose the app, and may import every layer.
  if (own === null || own === other) return null;
  const levelOf = (folder: string): number => layers.findIndex((layer) => layer.includes(folder));
  if (levelOf(own) === -1)
    return `${root}/${own} has no layer: add it to LAYERS in stack/src/lint/folder-rules.ts.`;
  if (other === null) return `${own}/ imports no file of ${root} itself: those compose the app.`;
  if (levelOf(other) !== -1 && levelOf(other) < levelOf(own)) return null;
  return `${own}/ may not import ${other}/: a folder of ${root} imports only lower layers (${layers.map((layer) => layer.join(', ')).join(' → ')}).`;
}

function refuseBetween(importer: string, from: string, specifier: string, to: string): string | null {
  const rule = FOLDER_RULES[from];
  if (rule === undefined || FOLDER_RULES[to] === undefined) {
    return `There is no rule for ${to}: add it to stack/src/lint/folder-rules.ts with its reason.`;
  }
  if (to === '@comet/testing') {
    return isTest(importer) || from === '@comet/bench'
      ? null
      : 'packages/testing is imported by tests and benchmarks only: what ships must not carry it.';
  }
  if (rule.mayImport === 'anything') return null;
  if (FOLDER_RULES[to].mayImport === 'anything') {
    // Tests may use the sandbox.
    if (to === '@comet/sandbox' && isTest(importer)) return null;
    return `${FOLDER_RULES[to].folder}/ is not part of the product: nothing that ships may import it.`;
  }
  const restricted = RESTRICTED_EXPORTS[specifier];
  if (restricted !== undefined && !restricted.folders.includes(rule.folder)) return restricted.reason;
  if (rule.mayImport.includes(to.slice('@comet/'.length))) return null;
  return `${rule.folder} may not import ${FOLDER_RULES[to].folder}. ${rule.reason}`;
}
