import { readBridge, type Signer, signBridgeText } from '@comet/admission';

/** Signs a text with as many of the stored bridges as fit, in this order. `now`: unix seconds. Null without a bridge. */
export function textOf(
  signer: Signer,
  rows: readonly { readonly line: string }[],
  now: number,
): string | null {
  return signBridgeText(
    signer,
    rows.flatMap(({ line }) => readBridge(line) ?? []),
    now,
  );
}
