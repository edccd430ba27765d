import { npmFindings } from './checks/npm-advisories.ts';
import { runWithin } from './checks/run-quietly.ts';
import { cargoDeny } from './toolchain/cargo-deny.ts';
import { errorText } from './user-error.ts';

/** Maximum seconds of each request to a registry. */
const MAX_SECONDS = 300;

/** Returns RustSec's advisories that apply to Cargo.lock, or one sentence if they cannot be reached. */
async function rustFindings(): Promise<readonly string[]> {
  const fetch = await cargoDeny(['fetch', 'db']);
  if (typeof fetch === 'string') return [fetch];
  if ((await runWithin(MAX_SECONDS, fetch.command, fetch.env)).code !== 0)
    return [
      "RustSec's advisories could not be reached: run npm run audit on a machine that reaches github.com.",
    ];
  const check = await cargoDeny(['check', 'advisories']);
  if (typeof check === 'string') return [check];
  const { code, output } = await runWithin(MAX_SECONDS, check.command, check.env);
  return code === 0 ? [] : [output.trimEnd()];
}

try {
  const { output } = await runWithin(MAX_SECONDS, ['npm', 'audit', '--omit=dev', '--json']);
  const findings = [...npmFindings(output), ...(await rustFindings())];
  console.log(findings.length === 0 ? 'No advisory applies to what is shipped.' : findings.join('\n'));
  process.exitCode = findings.length === 0 ? 0 : 1;
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}
