/**
 * Opens an address that is requested first in a new tab. The tab is opened within the click, or browsers would block it; where they
 * block it nevertheless, this page opens the address.
 */
export async function openInNewTab(address: () => Promise<string>): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const url = await address();
    if (tab === null) location.assign(url);
    else {
      // It must not be able to move this page.
      tab.opener = null;
      tab.location.replace(url);
    }
  } catch (error) {
    tab?.close();
    throw error;
  }
}
