/**
 * What a team lives with and what it is told: the baseline of accepted races, and the files of a
 * run, which several JVMs write together. Internal. Knows no JUnit.
 */
package io.racedet.junit.gate;
