import { usePasskeyTexts } from '@comet/texts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api, call, read } from '../../platform/data/api.ts';
import { supportsPasskeys, usePasskey } from './ceremony.ts';
import { PasskeyButton } from './passkey-button.tsx';

interface PasskeySecondFactorProps {
  /** Whether to remember this device for 30 days. */
  readonly remember: boolean;
  /** Resolves after the sign-in. */
  readonly onToken: (accessToken: string) => Promise<void>;
}

const availableQuery = queryOptions({
  queryKey: ['two-factor-passkey'],
  queryFn: ({ signal }) => read(api.showTwoFactorPasskey, { signal }),
});

/** A passkey in place of the code, if the account has one and the browser supports it. */
export function PasskeySecondFactor({ remember, onToken }: PasskeySecondFactorProps) {
  const { data } = useQuery({ ...availableQuery, enabled: supportsPasskeys() });
  const verify = useMutation({
    mutationFn: async () => {
      const { options } = await call(api.beginTwoFactorPasskey, {});
      const credential = await usePasskey(options);
      const { accessToken } = await call(api.verifyTwoFactorPasskey, { body: { remember, credential } });
      await onToken(accessToken);
    },
  });
  if (data?.isAvailable !== true) return null;
  return (
    <PasskeyButton
      label={usePasskeyTexts.secondFactor}
      busy={verify.isPending}
      failure={verify.error}
      onPress={() => verify.mutate()}
    />
  );
}
