import { errorText } from '@comet/texts';
import { useNotify } from '@comet/ui';
import { useMutation } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';
import type { NewSecret } from './scan-code.tsx';

/** Begins a set-up, in place of one that was begun before. */
export function useGenerate(onBegun: (secret: NewSecret) => void) {
  const notify = useNotify();
  return useMutation({
    mutationFn: () => call(api.generateTwoFactor, {}),
    onSuccess: onBegun,
    onError: (error) => notify(errorText(error).text, { id: 'two-factor', tone: 'danger' }),
  });
}
