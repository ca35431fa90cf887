/** The command line. It is packaged as a jar of its own; the library does not depend on it. */
package io.racedet.cli;
