/** The command line. Its jar stands alone; the library does not need it. */
package io.racedet.cli;
