/** Files that several JVMs write, which a reader finds whole or not at all. */
package io.racedet.junit.files;
