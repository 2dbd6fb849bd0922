type Problem = { message: string; names: string[] } | null

/**
 * The error of a form as a whole, announced when it appears. Below the message are links to the invalid fields. The
 * live region is in the page from the start, empty.
 */
export function FormError({ problem, labels }: { problem: Problem; labels: Record<string, string> }) {
  const known = problem?.names.filter((name) => labels[name]) ?? []
  return (
    <div role="alert" className="form-problem-region">
      {problem && (
        <div className="form-problem">
          <p>{problem.message}</p>
          {known.length > 1 && (
            <ul>
              {known.map((name) => (
                <li key={name}>
                  <a className="link" href={`#${name}`}>
                    {labels[name]}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}

/** What is wrong with the form as a whole, or has to be confirmed. */
export function FormProblems({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null
  return (
    <div role="alert" tabIndex={-1} className="form-problem">
      {sentences
        .flatMap((words) => words.split('\n'))
        .map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
    </div>
  )
}
