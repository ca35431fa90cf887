package io.racedet.report;

/**
 * A critical section of one of the two threads.
 *
 * @param thread name of the thread
 * @param lock name of the lock
 * @param shared whether in read mode
 * @param from index of the acquire; 0 if it is before what is shown
 * @param to index of the release; 0 if it is after what is shown
 */
public record Section(String thread, String lock, boolean shared, long from, long to) {}
