/**
 * Gives the focus to the screen's title, or to `element` where there is none, whenever what had it was taken off the
 * page: a button that is not needed any more, or the frame for 3-D Secure. Until somebody has put it into the page,
 * nothing is done. Works until the returned function is called.
 */
export function keepFocus(element: HTMLElement): () => void {
  let isEntered = false;
  const enter = () => {
    isEntered = true;
  };
  const observer = new MutationObserver(() => {
    if (!isEntered || document.activeElement !== document.body) return;
    const title = element.querySelector<HTMLElement>('.title');
    (title ?? element).focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  addEventListener('focusin', enter);
  return () => {
    observer.disconnect();
    removeEventListener('focusin', enter);
  };
}
