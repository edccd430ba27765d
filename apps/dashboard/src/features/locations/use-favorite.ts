import { errorText } from '@comet/texts';
import { useNotify } from '@comet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';
import { favoritesQuery } from './locations.ts';

/** Marks a location, or takes the mark away. The star changes at once, and back if the server did not do it. */
export function useFavorite(): (location: string, marked: boolean) => void {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { queryKey } = favoritesQuery;
  const mark = (location: string, marked: boolean) =>
    queryClient.setQueryData(queryKey, (codes: readonly string[] = []) => [
      ...codes.filter((code) => code !== location),
      ...(marked ? [location] : []),
    ]);
  const change = useMutation({
    mutationFn: ({ location, marked }: { readonly location: string; readonly marked: boolean }) =>
      marked
        ? call(api.markFavoriteLocation, { body: { location } })
        : call(api.unmarkFavoriteLocation, { params: { location } }),
    onMutate: async ({ location, marked }) => {
      await queryClient.cancelQueries({ queryKey });
      mark(location, marked);
    },
    onError: (error, { location, marked }) => {
      mark(location, !marked);
      notify(errorText(error).text, { id: location, tone: 'danger' });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (location, marked) => change.mutate({ location, marked });
}
