import { twoFactorTexts as texts, unverifiedTexts } from '@comet/texts';
import { Banner, Button } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ResendVerification, userQuery } from '../account/index.ts';
import { SettingsSubPage } from '../settings/index.ts';
import type { NewSecret } from './scan-code.tsx';
import { useGenerate } from './use-generate.ts';

export function TwoFactorOff({ onBegun }: { readonly onBegun: (secret: NewSecret) => void }) {
  const { email, emailVerified } = useSuspenseQuery(userQuery).data;
  const generate = useGenerate(onBegun);
  return (
    <SettingsSubPage title={texts.offHeadline} explanation={texts.offExplanation}>
      {emailVerified ? (
        <div className="flex flex-col items-start gap-6">
          <p className="m-0 max-w-[36rem]">{texts.offNeeds}</p>
          <Button busy={generate.isPending} onClick={() => generate.mutate()}>
            {texts.begin}
          </Button>
        </div>
      ) : (
        <Banner tone="warn" action={<ResendVerification email={email} />}>
          {unverifiedTexts.first}
        </Banner>
      )}
    </SettingsSubPage>
  );
}
