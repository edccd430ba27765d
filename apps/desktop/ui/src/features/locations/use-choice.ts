import { failureText } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { useNavigation } from '../navigation/index.ts';

/** What a place is chosen for: to go there, or to find it again. */
export function useChoice({ tunnel }: Snapshot) {
  const daemon = useDaemon();
  const { home } = useNavigation();
  const [refused, setRefused] = useState<string | null>(null);

  async function choose(location: string): Promise<void> {
    setRefused(null);
    // A connection is followed on home: it says what becomes of it.
    const moving = tunnel.state !== 'disconnected';
    const asked = moving
      ? daemon.ask('connect', { location })
      : daemon.ask('server.set', { server: location });
    if (moving) home();
    const done = await asked;
    if (done.ok) home();
    else setRefused(failureText(done.error.error, done.error.detail));
  }

  async function mark(location: string, on: boolean): Promise<void> {
    const done = await daemon.ask('favourite.set', { location, on });
    if (!done.ok) setRefused(failureText(done.error.error, done.error.detail));
  }

  return {
    choose: (location: string) => void choose(location),
    mark: (location: string, on: boolean) => void mark(location, on),
    refused,
  };
}
