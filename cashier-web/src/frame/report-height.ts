/**
 * Reports the height of an element in whole pixels, once it is laid out and after each change, until the returned function is
 * called. The height is not read immediately, because the browser would then have to lay out the whole page while the page is
 * still being created.
 */
export function reportHeight(element: Element, report: (height: number) => void): () => void {
  let reported = 0;
  const look = () => {
    const height = Math.ceil(element.getBoundingClientRect().height);
    if (height === reported) return;
    reported = height;
    report(height);
  };
  const observer = new ResizeObserver(look);
  observer.observe(element);
  return () => observer.disconnect();
}
