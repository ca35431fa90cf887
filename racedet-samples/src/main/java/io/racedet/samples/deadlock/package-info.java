/**
 * Programs whose threads can wait for each other forever ({@code B01} and so on), beside the same
 * programs in which they cannot ({@code M01}, mended).
 */
package io.racedet.samples.deadlock;
