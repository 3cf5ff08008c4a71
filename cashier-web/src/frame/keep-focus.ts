/**
 * Moves the focus to the screen's title (or to `element` if there is no title) whenever the focused element is removed, such as
 * a button or the 3-D Secure frame. It does nothing before the consumer has focused an element. It works until the returned
 * function is called.
 */
export function keepFocus(element: HTMLElement): () => void {
  let isEntered = false;
  const enter = () => {
    isEntered = true;
  };
  const restore = () => {
    if (!isEntered || document.activeElement !== document.body) return;
    const title = element.querySelector<HTMLElement>('.title');
    (title ?? element).focus({ preventScroll: true });
  };
  // While the focus moves from one field to the next, there is a short time in which no element has the focus. So `restore`
  // runs only after the move.
  const observer = new MutationObserver(() => setTimeout(restore));
  observer.observe(document.body, { childList: true, subtree: true });
  addEventListener('focusin', enter);
  return () => {
    observer.disconnect();
    removeEventListener('focusin', enter);
  };
}
