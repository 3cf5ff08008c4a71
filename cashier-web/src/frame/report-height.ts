/** Reports the height of an element in whole pixels, now and after each change, until the returned function is called. */
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
  look();
  return () => observer.disconnect();
}
