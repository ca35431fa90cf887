/**
 * Small programs with two threads. Those in {@code racy} each have a data race, stated in a comment
 * on the very line ({@code // race: field}, or {@code // race, sometimes: field} where only some
 * schedules get there). The one with the same number in {@code clean} does the same work without;
 * there, {@code // shared: field} states which fields two threads use.
 */
package io.racedet.samples;
