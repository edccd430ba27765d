import { closeSync } from 'node:fs';
import { taskQueue } from '@comet/foundation';
import { namelessFile, rewrite } from './anonymous-file.ts';
import { type NftBatch, applyNft, type NftFamily, nftDiagnostic, nftTableExists, plainWord } from './nft.ts';
import { NetworkToolError } from '../processes/run-process.ts';
import type { WaitingTools } from '../processes/waiting-tools.ts';
import { adoptWarmProcess, startWarmProcess, type WarmProcess } from '../processes/warm-process.ts';

interface WarmNft {
  apply(batch: NftBatch): Promise<void>;
  hasTable(family: NftFamily, name: string): Promise<boolean>;
  end(): Promise<void>;
}

interface WarmNftParts {
  /** Applies a batch by a separate nft. */
  readonly applyOnce?: typeof applyNft;
  /** Creates the file for batches; throws if that fails. */
  readonly file?: () => number;
}

/** Number of uses of a process: nft keeps every line in memory. */
const maxUsesPerProcess = 1_000;

const mark = 'comet_batch_end';

/** nft's diagnostic about the end mark, which is no valid command. It follows all diagnostics about the batch. */
const diagnosticAboutMark = new RegExp(`Error: [^\\n]*\\n${mark}\\n[ ^~]*\\n`);

/**
 * Runs `applyNft` in a waiting `nft -i`. The batch is in an unnamed file that nft has open; one short line includes it, so
 * it is still one transaction, and a process that dies halfway has applied either all of it or nothing. If nft was built
 * without its command line, or there is no space for a file, each batch starts its own nft. `waiting`: one that runs already.
 */
export function openWarmNft(
  waiting?: Pick<WaitingTools, 'nft' | 'scratch'>,
  { applyOnce = applyNft, file = namelessFile }: WarmNftParts = {},
): WarmNft {
  const next = taskQueue();
  const scratch = waiting?.scratch ?? orNull(file);
  let uses = 0;
  let child = waiting === undefined ? start() : adoptWarmProcess('nft', waiting.nft);
  let broken = false;

  function start(): WarmProcess {
    uses = 0;
    return startWarmProcess('nft', ['-i'], scratch ?? undefined);
  }

  /** Resolves with nft's diagnostic for the line; null if nft ended instead. */
  async function execute(line: string): Promise<string | null> {
    if (!child.usable) child = start();
    const response = await child.query(`${line}${mark}\n`, (_, stderr) => {
      const match = diagnosticAboutMark.exec(stderr);
      return match === null ? null : stderr.slice(0, match.index);
    });
    return response.kind === 'answered' ? response.value : null;
  }

  async function apply(batch: NftBatch): Promise<void> {
    if (broken || scratch === null || !rewrite(scratch, `${batch.text}\n`)) return applyOnce(batch);
    const diagnostic = await execute('include "/proc/self/fd/3"\n');
    uses += 1;
    if (uses >= maxUsesPerProcess) {
      child.end();
      child = start();
    }
    if (diagnostic === null) throw new NetworkToolError('nft', 'ended before it answered');
    if (diagnostic !== '' && !onlyWarnings(diagnostic))
      throw new NetworkToolError('nft', nftDiagnostic(diagnostic));
  }

  /** Uses a new process if the waiting one gives no clear result. */
  async function hasTable(family: NftFamily, name: string): Promise<boolean> {
    const diagnostic =
      broken || !plainWord.test(name) ? null : await execute(`list table ${family} ${name}\n`);
    if (diagnostic === '') return true;
    if (diagnostic?.includes('No such file or directory') === true) return false;
    return nftTableExists(family, name);
  }

  void next(async () => {
    broken = (await execute('')) === null;
  });
  return {
    apply: (batch) => next(() => apply(batch)),
    hasTable: (family, name) => next(() => hasTable(family, name)),
    end: () =>
      next(async () => {
        child.end();
        if (scratch !== null) closeSync(scratch);
      }),
  };
}

function onlyWarnings(diagnostic: string): boolean {
  return /\bWarning: /.test(diagnostic) && !/\bError\b/.test(diagnostic);
}

function orNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}
