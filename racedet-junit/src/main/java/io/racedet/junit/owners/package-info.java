/** Reads CODEOWNERS, the file of a repository that says who owns which files. */
package io.racedet.junit.owners;
