import { connectedAccountsTexts as texts, providerNames, say } from '@comet/texts';
import { Dialog } from '@comet/ui';
import { api, call } from '../../platform/api.ts';
import { type Proof, ProofForm } from '../account/index.ts';
import type { SocialProvider } from './providers.ts';

interface ConnectDialogProps {
  readonly provider: SocialProvider;
  readonly onClose: () => void;
}

/** Says what it means, asks who it is once more, and leads on to the provider. */
export function ConnectDialog({ provider, onClose }: ConnectDialogProps) {
  const name = providerNames[provider];
  const leave = async (proof: Proof) => {
    const { url } = await call(api.startIdentityLink, { body: { provider, ...proof } });
    location.assign(url);
    // The page is on its way out: the button stays busy until it is gone.
    await new Promise<never>(() => {});
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={say(texts.connectTitle, { provider: name })}
      explanation={say(texts.connectExplanation, { provider: name })}
    >
      <ProofForm
        passwordLabel={texts.password}
        submit={say(texts.connectConfirm, { provider: name })}
        cancel={texts.cancel}
        onCancel={onClose}
        onProof={leave}
      />
    </Dialog>
  );
}
