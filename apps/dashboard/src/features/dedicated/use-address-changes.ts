import { countryInSentence, dedicatedTexts as texts, ReadableError, say } from '@comet/texts';
import { useNotify } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, api, call } from '../../platform/api.ts';
import { serviceQuery, servicesQuery } from '../services/index.ts';
import type { OwnAddress } from './own-address.ts';
import { swapAddress } from './swap-address.ts';
import type { SwapReason } from './swap-dialog.tsx';

/** What can be done about an address. Each change is shown when it settles, and said. */
export function useAddressChanges({ id, address, country }: OwnAddress) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const settled = async (text: string) => {
    notify(text, { id });
    await queryClient.invalidateQueries({ queryKey: servicesQuery.queryKey });
  };
  return {
    saveNote: async (note: string) => {
      await call(api.noteService, { params: { id }, body: { note } });
      await settled(texts.noteSaved);
    },
    renewPassword: async () => {
      await call(api.rotateServicePassword, { params: { id } });
      await settled(texts.passwordChanged);
    },
    swap: async (reason: SwapReason) => {
      const { shown, already } = await swapAddress(address, {
        swap: async () => (await call(api.swapAddress, { params: { id }, body: { reason } })).service,
        look: async () => {
          const { service } = await call(api.showService, { params: { id } });
          queryClient.setQueryData(serviceQuery(id).queryKey, service);
          return service;
        },
      }).catch((error: unknown) => {
        if (error instanceof ApiError && error.is('address_sold_out'))
          throw new ReadableError(say(texts.swapNone, { country: countryInSentence(country) }));
        throw error;
      });
      queryClient.setQueryData(serviceQuery(id).queryKey, shown);
      await settled(say(already ? texts.swappedElsewhere : texts.swapped, { address: shown.address ?? '' }));
    },
  };
}
