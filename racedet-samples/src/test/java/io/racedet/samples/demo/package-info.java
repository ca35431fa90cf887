/** Shows all samples and real races with their reports, and judges what was found. */
package io.racedet.samples.demo;
