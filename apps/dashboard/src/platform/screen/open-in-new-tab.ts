/**
 * Opens a URL that has to be requested first in a new tab. The tab is opened within the click, or browsers
 * would block it; if they block it nevertheless, the URL is opened in this page.
 */
export async function openInNewTab(address: () => Promise<string>): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const url = await address();
    if (tab === null) location.assign(url);
    else {
      // The new tab must not be able to navigate this page.
      tab.opener = null;
      tab.location.replace(url);
    }
  } catch (error) {
    tab?.close();
    throw error;
  }
}
