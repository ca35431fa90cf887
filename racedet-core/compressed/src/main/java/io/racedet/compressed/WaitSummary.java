package io.racedet.compressed;

/**
 * What a stretch of a trace changes about the last wait of each thread, see {@link WaitStretch}.
 * Times count from the start of the stretch, 0 for none.
 *
 * @param threads the threads that acquire or release a lock
 * @param holds the locks that the threads acquire or release, each as {@code | thread:32 | lock:32
 *     |}
 * @param depth for each of these by how much more often the thread holds the lock at the end
 * @param highest by how much more often it does at most
 * @param early the last acquire before the thread's first release of any lock
 */
record WaitSummary(
    long events,
    int[] threads,
    int[] lastLock,
    long[] lastTime,
    int[] waitLock,
    long[] waitBegan,
    long[] waitEnded,
    long[] holds,
    int[] depth,
    int[] highest,
    long[] early) {}
