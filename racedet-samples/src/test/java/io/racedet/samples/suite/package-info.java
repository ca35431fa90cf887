/** Whole test suites of released libraries, run without and with every test checked. */
package io.racedet.samples.suite;
