import { blockedTexts } from '@comet/texts/desktop';
import type { TunnelState } from '@comet/tunnel-protocol';

/** While traffic is held back: what to do about it. */
export function NextStep({ tunnel }: { readonly tunnel: TunnelState }) {
  if (tunnel.state !== 'error') return null;
  return <p className="m-0 pb-3 text-small text-quiet">{blockedTexts(tunnel.reason).next}</p>;
}
