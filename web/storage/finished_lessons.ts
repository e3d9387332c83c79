/** Which lessons this browser has finished, in a cookie that the list of lessons reads. */

const COOKIE = "bottle_lessons";
const YEAR_S = 365 * 24 * 3600;

/** The keys of the finished lessons. */
export function finishedLessons(cookies: string): string[] {
  const pair = cookies.split("; ").find((one) => one.startsWith(`${COOKIE}=`));
  return (pair?.slice(COOKIE.length + 1) ?? "").split(".").filter((key) => key !== "");
}

/** The cookie with this lesson among the finished ones. */
export function finishedCookie(cookies: string, lesson: string): string {
  const finished = [...new Set([...finishedLessons(cookies), lesson])];
  return `${COOKIE}=${finished.join(".")}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}
