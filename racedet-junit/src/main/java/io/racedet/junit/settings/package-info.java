/** The settings of a check: from annotations, parameters and defaults to one set of options. */
package io.racedet.junit.settings;
