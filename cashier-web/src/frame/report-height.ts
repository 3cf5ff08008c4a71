/**
 * Reports the height of an element in whole pixels, once it is laid out and after each change, until the returned function is
 * called. To ask for the height at once would make the browser lay out the whole page in the midst of its creation.
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
