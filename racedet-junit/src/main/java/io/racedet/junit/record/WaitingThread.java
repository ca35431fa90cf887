package io.racedet.junit.record;

/**
 * A thread at the end of a recording that waits for others, which do not end its wait.
 *
 * @param id of the thread
 * @param place where it waits, as in a stack trace
 * @param lockClass the class of what it waits for; empty if it is not known
 * @param lockHash the identity hash of that
 */
public record WaitingThread(long id, String place, String lockClass, int lockHash) {}
