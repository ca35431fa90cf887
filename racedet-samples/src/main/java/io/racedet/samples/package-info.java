/**
 * Small programs with two threads. Those in {@code racy} each have a data race, which comments mark
 * on the lines of its accesses ({@code // race: field}, or {@code // race, sometimes: field} if
 * only some schedules reach them). The program with the same number in {@code clean} does the same
 * work without a race; there, {@code // shared: field} marks fields that both threads use.
 */
package io.racedet.samples;
