/**
 * Small programs with two threads. Those in {@code racy} each have a data race, stated in a comment
 * on the very line ({@code // race: field}, or {@code // race, sometimes: field} where only some
 * schedules get there); the one with the same number in {@code clean} does the same work without.
 */
package io.racedet.samples;
